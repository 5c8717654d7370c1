package storemark.engines;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.Meta;
import org.lmdbjava.PutFlags;
import org.lmdbjava.SeekOp;
import org.lmdbjava.Txn;
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

/** LMDB through lmdbjava, or through Java's own foreign function interface with {@code :ffm}. See docs/engines.md. */
public final class LmdbEngine implements Engine {
    static final String DATABASE = "records";
    static final String DATA_FILE = "data.mdb";
    /** LMDB's own default; more only where more sessions are asked for. */
    private static final int READERS = 126;

    private static final int LOAD_BATCH = 1_000_000;

    private static final Traits TRAITS = Traits.of("OLDAP-2.8 (LMDB), Apache-2.0 (lmdbjava)")
            .profile("writemap", "MDB_WRITEMAP: pages are written through the map, with no copy and no write call")
            .profile("nordahead", "MDB_NORDAHEAD: no read-ahead, as LMDB's manual advises for random reads past memory")
            .profile("ffm", "the same liblmdb called through Java's FFM instead of JNR", LmdbFfm.UNAVAILABLE)
            .setting("mapSize", "size of the memory map in GiB (4 times the data, and 1 GiB at least)")
            .keeps(Durability.NONE, "MDB_NOSYNC|MDB_NOMETASYNC: the system's page cache holds each commit")
            .keeps(Durability.PROCESS, "MDB_NOSYNC|MDB_NOMETASYNC: the system's page cache holds each commit")
            .keeps(Durability.POWER, "LMDB's default: each commit ends with fdatasync and a synchronous meta page")
            .can(Capability.SCAN, "cursor, MDB_SET_RANGE and MDB_NEXT")
            .can(Capability.REVERSE_SCAN, "cursor, MDB_PREV")
            .can(Capability.TRANSACTIONS, "copy on write, serialisable")
            .cannot(Capability.CONCURRENT_WRITES, "one writer at a time; others wait")
            .can(Capability.MMAP, "always")
            .cannot(Capability.BLOCK_DEVICE, "LMDB 0.9 opens files only")
            .cannot(Capability.DIRECT_IO_FILE, "reads go through the memory map")
            .cannot(Capability.DIRECT_IO_DEVICE, "reads go through the memory map")
            .cannot(Capability.CHECKSUMS, "not in LMDB 0.9")
            .cannot(Capability.ENCRYPTION, "not in LMDB 0.9")
            .cannot(Capability.COMPRESSION, "LMDB has none")
            .build();

    @Override
    public String name() {
        return "lmdb";
    }

    @Override
    public String version() throws Unavailable {
        try {
            Meta.Version version = Meta.version();
            return "LMDB " + version.major + "." + version.minor + "." + version.patch;
        } catch (LinkageError missing) {
            throw new Unavailable(
                    "liblmdb does not load (" + missing.getMessage() + "): name one by -Dlmdbjava.native.lib=FILE",
                    missing);
        }
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        version();
        Path directory = spec.target().directory();
        if (!spec.create() && !Files.exists(directory.resolve(DATA_FILE))) {
            throw new NoSuchFileException(directory.resolve(DATA_FILE).toString(), null, "no LMDB store is there");
        }
        return spec.has("ffm") ? LmdbFfm.open(spec) : new LmdbStore(spec);
    }

    /** The size of the map, in bytes: address space only, the file grows as it is filled. */
    static long mapBytes(StoreSpec spec) {
        String setting = spec.settings().get("mapSize");
        if (setting != null) {
            return Long.parseLong(setting) << 30;
        }
        return (1L << 30) + 4 * spec.dataBytes() + 64 * spec.entries();
    }

    static int maxReaders(StoreSpec spec) {
        return Math.max(READERS, spec.threads() + 8);
    }

    private static EnvFlags[] flags(StoreSpec spec) {
        List<EnvFlags> flags = new ArrayList<>();
        if (spec.durability() != Durability.POWER) {
            flags.add(EnvFlags.MDB_NOSYNC);
            flags.add(EnvFlags.MDB_NOMETASYNC);
        }
        if (spec.has("writemap")) {
            flags.add(EnvFlags.MDB_WRITEMAP);
        }
        if (spec.has("nordahead")) {
            flags.add(EnvFlags.MDB_NORDAHEAD);
        }
        return flags.toArray(EnvFlags[]::new);
    }

    private static final class LmdbStore implements Store {
        private final Env<ByteBuffer> env;
        private final Dbi<ByteBuffer> dbi;
        private final Records records;

        LmdbStore(StoreSpec spec) throws IOException {
            records = spec.records();
            env = Env.create(ByteBufferProxy.PROXY_OPTIMAL)
                    .setMapSize(mapBytes(spec))
                    .setMaxDbs(1)
                    .setMaxReaders(maxReaders(spec))
                    .open(spec.target().directory().toFile(), 0664, flags(spec));
            dbi = spec.create() ? env.openDbi(DATABASE, DbiFlags.MDB_CREATE) : env.openDbi(DATABASE);
        }

        @Override
        public Session session() {
            return new LmdbSession(env, dbi, records);
        }

        @Override
        public Loader loader() {
            return Loader.batching(new LmdbSession(env, dbi, records, PutFlags.MDB_APPEND), LOAD_BATCH);
        }

        @Override
        public void settle() {
            env.sync(true);
        }

        @Override
        public void close() {
            dbi.close();
            env.close();
        }
    }

    /** Keeps one read transaction, parked by reset between operations: a running one would keep every old page alive. */
    private static final class LmdbSession implements Session {
        private final Env<ByteBuffer> env;
        private final Dbi<ByteBuffer> dbi;
        private final Records records;
        private final PutFlags[] putFlags;
        private final ByteBuffer key;
        private final ByteBuffer value;
        private final Txn<ByteBuffer> reader;
        private final Cursor<ByteBuffer> cursor;
        private Txn<ByteBuffer> writer;
        private boolean reading;

        LmdbSession(Env<ByteBuffer> env, Dbi<ByteBuffer> dbi, Records records, PutFlags... putFlags) {
            this.env = env;
            this.dbi = dbi;
            this.records = records;
            this.putFlags = putFlags;
            key = ByteBuffer.allocateDirect(records.keyBytes());
            value = ByteBuffer.allocateDirect(Math.max(1, records.maxValueBytes()));
            reader = env.txnRead();
            cursor = dbi.openCursor(reader);
            reader.reset();
        }

        @Override
        public boolean get(long id, Sink sink) {
            records.key(id, key);
            if (writer != null) {
                return found(dbi.get(writer, key), sink);
            }
            if (reading) {
                return found(dbi.get(reader, key), sink);
            }
            reader.renew();
            boolean found = found(dbi.get(reader, key), sink);
            reader.reset();
            return found;
        }

        private static boolean found(ByteBuffer value, Sink sink) {
            if (value == null) {
                return false;
            }
            sink.value(value);
            return true;
        }

        @Override
        public void put(long id, int revision) {
            records.key(id, key);
            value.limit(value.capacity());
            value.limit(records.value(id, revision, value));
            if (writer != null) {
                dbi.put(writer, key, value, putFlags);
                return;
            }
            try (Txn<ByteBuffer> single = env.txnWrite()) {
                dbi.put(single, key, value, putFlags);
                single.commit();
            }
        }

        @Override
        public boolean delete(long id) {
            records.key(id, key);
            if (writer != null) {
                return dbi.delete(writer, key);
            }
            try (Txn<ByteBuffer> single = env.txnWrite()) {
                boolean existed = dbi.delete(single, key);
                single.commit();
                return existed;
            }
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) {
            records.key(fromId, key);
            if (writer != null) {
                try (Cursor<ByteBuffer> own = dbi.openCursor(writer)) {
                    return scan(own, limit, ascending, sink);
                }
            }
            if (reading) {
                return scan(cursor, limit, ascending, sink);
            }
            reader.renew();
            cursor.renew(reader);
            int count = scan(cursor, limit, ascending, sink);
            reader.reset();
            return count;
        }

        private int scan(Cursor<ByteBuffer> at, int limit, boolean ascending, Sink sink) {
            boolean there = at.get(key, GetOp.MDB_SET_RANGE);
            if (!ascending && !(there && at.key().equals(key))) {
                there = there ? at.prev() : at.seek(SeekOp.MDB_LAST);
            }
            boolean keys = sink.wantsKeys();
            int count = 0;
            while (there) {
                if (keys) {
                    sink.key(at.key());
                }
                sink.value(at.val());
                if (++count == limit) {
                    break;
                }
                there = ascending ? at.next() : at.prev();
            }
            return count;
        }

        @Override
        public void begin(boolean write) {
            if (write) {
                writer = env.txnWrite();
            } else {
                reader.renew();
                cursor.renew(reader);
                reading = true;
            }
        }

        @Override
        public void commit() {
            if (writer != null) {
                Txn<ByteBuffer> done = writer;
                writer = null;
                try (done) {
                    done.commit();
                }
            } else {
                reading = false;
                reader.reset();
            }
        }

        @Override
        public void close() {
            if (writer != null) {
                writer.close();
            }
            cursor.close();
            reader.close();
        }
    }
}
