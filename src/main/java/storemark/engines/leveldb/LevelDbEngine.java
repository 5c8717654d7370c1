package storemark.engines.leveldb;

import static storemark.engine.Capability.MMAP;
import static storemark.engine.Durability.POWER;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.fusesource.leveldbjni.internal.NativeCache;
import org.fusesource.leveldbjni.internal.NativeCompressionType;
import org.fusesource.leveldbjni.internal.NativeDB;
import org.fusesource.leveldbjni.internal.NativeIterator;
import org.fusesource.leveldbjni.internal.NativeOptions;
import org.fusesource.leveldbjni.internal.NativeReadOptions;
import org.fusesource.leveldbjni.internal.NativeSnapshot;
import org.fusesource.leveldbjni.internal.NativeWriteBatch;
import org.fusesource.leveldbjni.internal.NativeWriteOptions;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;
import storemark.engines.WholeValues;

/** LevelDB in C++ through leveldbjni's native classes. See docs/engines/leveldb.md. */
public final class LevelDbEngine extends LevelDb {
    private static final Traits TRAITS = LevelDb.declare("leveldb", "BSD-3-Clause", "a memory map")
            .profile("tuned", "write buffer of 64 MiB for bulk loads and all files kept open, as options.h advises")
            .keeps(POWER, "sync=true: the log is synchronised at each commit")
            .can(MMAP, "table files and the log, by the library's own choice")
            .build();

    @Override
    public String version() throws Unavailable {
        try {
            NativeDB.LIBRARY.load();
        } catch (LinkageError missing) {
            throw new Unavailable(
                    "leveldbjni has no library for this system, only for x86-64: use leveldb-java", missing);
        }
        // The library has no call, property or symbol that tells its version.
        return "LevelDB as in leveldbjni "
                + LibraryVersion.of(NativeDB.class, "org.fusesource.leveldbjni", "leveldbjni");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        version();
        Path directory = StoreFolder.of(spec, "CURRENT");
        NativeCompressionType compression = LevelDb.compresses(spec)
                ? NativeCompressionType.kSnappyCompression
                : NativeCompressionType.kNoCompression;
        LevelDb.Memory memory = LevelDb.Memory.of(spec);
        NativeCache cache = new NativeCache(memory.blockCache());
        NativeOptions options = new NativeOptions()
                .createIfMissing(spec.create())
                .errorIfExists(spec.create())
                .compression(compression)
                .writeBufferSize(memory.writeBuffer())
                .cache(cache);
        if (spec.has("tuned")) {
            options.maxOpenFiles(50_000);
        }
        NativeDB db;
        try {
            db = NativeDB.open(options, directory.toFile());
        } catch (IOException failed) {
            cache.delete();
            throw failed;
        }
        return LevelDb.store(spec, () -> session(db, spec), () -> db.getProperty("leveldb.stats"), () -> {
            db.delete();
            cache.delete();
        });
    }

    /** Native calls copy their arguments, so one key, value and batch serve all writes. */
    private static Session session(NativeDB db, StoreSpec spec) {
        Records records = spec.records();
        NativeReadOptions reads = new NativeReadOptions();
        NativeWriteOptions writes = new NativeWriteOptions().sync(spec.durability() == Durability.POWER);
        NativeWriteBatch batch = new NativeWriteBatch();
        byte[] key = new byte[records.keyBytes()];
        WholeValues values = new WholeValues(records);
        return new Session() {
            private NativeSnapshot snapshot;
            private boolean writing;

            @Override
            public boolean get(long id, Sink sink) throws IOException {
                records.key(id, key);
                return sink.found(db.get(reads, key));
            }

            @Override
            public void put(long id, int revision) throws IOException {
                records.key(id, key);
                byte[] value = values.of(id, revision);
                if (writing) {
                    batch.put(key, value);
                } else {
                    db.put(writes, key, value);
                }
            }

            @Override
            public void delete(long id) throws IOException {
                records.key(id, key);
                if (writing) {
                    batch.delete(key);
                } else {
                    db.delete(writes, key);
                }
            }

            @Override
            public int scan(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
                records.key(fromId, key);
                NativeIterator at = db.iterator(reads);
                try {
                    at.seek(key);
                    if (!ascending && !at.isValid()) {
                        at.seekToLast();
                    } else if (!ascending && !Arrays.equals(at.key(), key)) {
                        at.prev();
                    }
                    boolean keys = sink.wantsKeys();
                    int count = 0;
                    while (at.isValid()) {
                        if (keys) {
                            sink.key(at.key(), 0);
                        }
                        byte[] found = at.value();
                        sink.value(found, 0, found.length);
                        if (++count == limit) {
                            break;
                        }
                        if (ascending) {
                            at.next();
                        } else {
                            at.prev();
                        }
                    }
                    return count;
                } finally {
                    at.delete();
                }
            }

            @Override
            public void begin(boolean write) {
                if (write) {
                    writing = true;
                } else {
                    snapshot = db.getSnapshot();
                    reads.snapshot(snapshot);
                }
            }

            @Override
            public void commit() throws IOException {
                if (writing) {
                    writing = false;
                    db.write(writes, batch);
                    batch.clear();
                } else {
                    reads.snapshot(null);
                    db.releaseSnapshot(snapshot);
                    snapshot = null;
                }
            }

            @Override
            public void close() {
                if (snapshot != null) {
                    db.releaseSnapshot(snapshot);
                }
                batch.delete();
            }
        };
    }
}
