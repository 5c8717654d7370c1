package storemark.engines.leveldb;

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
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
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
public final class LevelDbEngine implements Engine {
    private static final Traits TRAITS = LevelDb.declare(Traits.of("leveldb", "BSD-3-Clause"))
            .profile("tuned", "write buffer of 64 MiB for bulk loads and as many open files as there are, by options.h")
            .keeps(
                    Durability.NONE,
                    "sync=false: the log is written to the system at each commit, as there is no lesser mode")
            .keeps(Durability.PROCESS, "sync=false: the log is written to the system at each commit")
            .keeps(Durability.POWER, "sync=true: the log is synchronised at each commit")
            .can(Capability.MMAP, "table files, by the library's own choice")
            .build();

    @Override
    public String version() throws Unavailable {
        try {
            NativeDB.LIBRARY.load();
        } catch (LinkageError missing) {
            throw new Unavailable(
                    "leveldbjni has no library for this system (it has x86-64 ones): use leveldb-java", missing);
        }
        // The library itself has no call, no property and no symbol that tells its version.
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
        LevelDb.Memory memory = LevelDb.Memory.of(spec).checked();
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
        try {
            NativeDB db = NativeDB.open(options, directory.toFile());
            return new LevelDbStore(spec, db, cache);
        } catch (IOException failed) {
            cache.delete();
            throw failed;
        }
    }

    private record LevelDbStore(StoreSpec spec, NativeDB db, NativeCache cache) implements Store {
        @Override
        public Session session() {
            return new LevelDbSession(db, spec.records(), spec.durability() == Durability.POWER);
        }

        @Override
        public Loader loader() {
            return Loader.batching(session(), Loader.batch(spec.records(), LevelDb.LOAD_BATCH));
        }

        @Override
        public void settle() throws Exception {
            LevelDb.settle(() -> db.getProperty("leveldb.stats"));
        }

        @Override
        public void close() {
            db.delete();
            cache.delete();
        }
    }

    /** Native calls copy what they are given, so one key, value and batch serve all writes. */
    private static final class LevelDbSession implements Session {
        private final NativeDB db;
        private final Records records;
        private final NativeReadOptions reads = new NativeReadOptions();
        private final NativeWriteOptions writes;
        private final NativeWriteBatch batch = new NativeWriteBatch();
        private final byte[] key;
        private final WholeValues values;
        private NativeSnapshot snapshot;
        private boolean writing;

        LevelDbSession(NativeDB db, Records records, boolean sync) {
            this.db = db;
            this.records = records;
            writes = new NativeWriteOptions().sync(sync);
            key = new byte[records.keyBytes()];
            values = new WholeValues(records);
        }

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
        public boolean delete(long id) throws IOException {
            records.key(id, key);
            boolean existed = contains();
            if (writing) {
                batch.delete(key); // also where only an earlier put of this batch is there, which is not seen yet
            } else if (existed) {
                db.delete(writes, key);
            }
            return existed;
        }

        /** Whether there is a record of {@link #key}; a get copies the value twice. */
        private boolean contains() throws IOException {
            if (records.maxValueBytes() < LevelDb.LARGE_VALUE) {
                return db.get(reads, key) != null;
            }
            NativeIterator at = db.iterator(reads);
            try {
                at.seek(key);
                return at.isValid() && Arrays.equals(at.key(), key);
            } finally {
                at.delete();
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
    }
}
