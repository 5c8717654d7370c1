package storemark.engines.leveldb;

import static storemark.engines.NativeLibrary.MEMORY;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engines.NativeLibrary;

/** An open store of the system's LevelDB, with the cache and the filter that it uses. */
final class LevelDbSystemStore implements Store {
    private static final int BLOOM_BITS = 10;

    final LevelDbC leveldb;
    final Records records;
    final boolean sync;
    final long db;
    private final long options;
    private final long cache;
    private final long filter;
    /** Where opening leaves an error; a session has a place of its own. */
    private final ByteBuffer error = ByteBuffer.allocateDirect(Long.BYTES);

    LevelDbSystemStore(LevelDbC leveldb, StoreSpec spec, LevelDb.Memory memory) throws IOException {
        this.leveldb = leveldb;
        records = spec.records();
        sync = spec.durability() == Durability.POWER;
        boolean tuned = spec.has("tuned");
        byte create = (byte) (spec.create() ? 1 : 0);
        options = leveldb.leveldb_options_create();
        cache = leveldb.leveldb_cache_create_lru(memory.blockCache());
        filter = tuned ? leveldb.leveldb_filterpolicy_create_bloom(BLOOM_BITS) : 0;
        leveldb.leveldb_options_set_create_if_missing(options, create);
        leveldb.leveldb_options_set_error_if_exists(options, create);
        leveldb.leveldb_options_set_compression(options, LevelDb.compresses(spec) ? 1 : 0);
        leveldb.leveldb_options_set_write_buffer_size(options, memory.writeBuffer());
        leveldb.leveldb_options_set_cache(options, cache);
        if (tuned) {
            leveldb.leveldb_options_set_max_open_files(options, 50_000);
            leveldb.leveldb_options_set_filter_policy(options, filter);
        }
        db = leveldb.leveldb_open(
                options, spec.target().directory().toAbsolutePath().toString(), NativeLibrary.address(error));
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
        String text = new String(MEMORY.getZeroTerminatedByteArray(string), StandardCharsets.UTF_8);
        leveldb.leveldb_free(string);
        return text;
    }

    @Override
    public Session session() {
        return new LevelDbSystemSession(this);
    }

    @Override
    public Loader loader() {
        return Loader.batching(session(), Loader.batch(records, LevelDb.LOAD_BATCH));
    }

    @Override
    public void settle() throws Exception {
        LevelDb.settle(() -> taken(leveldb.leveldb_property_value(db, "leveldb.stats")));
    }

    @Override
    public void close() {
        leveldb.leveldb_close(db);
        release();
    }

    private void release() {
        leveldb.leveldb_options_destroy(options);
        leveldb.leveldb_cache_destroy(cache);
        if (filter != 0) {
            leveldb.leveldb_filterpolicy_destroy(filter);
        }
    }
}
