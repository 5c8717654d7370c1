package storemark.engines.leveldb;

import static storemark.engines.NativeLibrary.MEMORY;

import java.io.IOException;
import java.nio.ByteBuffer;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engines.NativeLibrary;

/** An open store of the system's LevelDB, with the cache and the filter that it uses. */
final class LevelDbSystemStore {
    private static final int BLOOM_BITS = 10;
    private static final long STATS = NativeLibrary.copy("leveldb.stats");

    final Records records;
    final boolean sync;
    final long db;
    private final long options;
    private final long cache;
    private final long filter;
    /** Where opening leaves an error; a session has a place of its own. */
    private final ByteBuffer error = ByteBuffer.allocateDirect(Long.BYTES);

    LevelDbSystemStore(StoreSpec spec, LevelDb.Memory memory) throws IOException {
        records = spec.records();
        sync = spec.durability() == Durability.POWER;
        boolean tuned = spec.has("tuned");
        int create = spec.create() ? 1 : 0;
        options = LevelDbC.CREATE_OPTIONS.call(0);
        cache = LevelDbC.CREATE_CACHE.call(memory.blockCache());
        filter = tuned ? LevelDbC.CREATE_BLOOM.call(BLOOM_BITS) : 0;
        LevelDbC.SET_CREATE.call(options, create);
        LevelDbC.SET_EXCLUSIVE.call(options, create);
        LevelDbC.SET_COMPRESSION.call(options, LevelDb.compresses(spec) ? 1 : 0);
        LevelDbC.SET_WRITE_BUFFER.call(options, memory.writeBuffer());
        LevelDbC.SET_CACHE.call(options, cache);
        if (tuned) {
            LevelDbC.SET_OPEN_FILES.call(options, 50_000);
            LevelDbC.SET_FILTER.call(options, filter);
        }
        long directory =
                NativeLibrary.copy(spec.target().directory().toAbsolutePath().toString());
        db = LevelDbC.OPEN.call(options, directory, NativeLibrary.address(error));
        MEMORY.freeMemory(directory);
        if (db == 0) {
            release();
        }
        check(NativeLibrary.address(error));
    }

    /** Throws what the library has left at {@code error}, if anything, and releases it. */
    void check(long error) throws IOException {
        long message = MEMORY.getAddress(error);
        if (message != 0) {
            MEMORY.putAddress(error, 0);
            throw new IOException("LevelDB: " + taken(message));
        }
    }

    /** The text of a C string of the library's, which is released. */
    private String taken(long string) {
        String text = NativeLibrary.text(string);
        LevelDbC.FREE.call(string);
        return text;
    }

    /** The property {@code leveldb.stats}. */
    String stats() {
        return taken(LevelDbC.PROPERTY.call(db, STATS));
    }

    /** To be called once every session was closed. */
    void close() {
        LevelDbC.CLOSE.call(db);
        release();
    }

    private void release() {
        LevelDbC.DESTROY_OPTIONS.call(options);
        LevelDbC.DESTROY_CACHE.call(cache);
        if (filter != 0) {
            LevelDbC.DESTROY_FILTER.call(filter);
        }
    }
}
