package storemark.engines;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.cojen.tupl.Cursor;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.DurabilityMode;
import org.cojen.tupl.Index;
import org.cojen.tupl.Transaction;
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

/** TuplDB. What differs between its versions is in {@link TuplStorage}. See docs/engines.md. */
public final class TuplEngine implements Engine {
    private static final String INDEX = "records";
    static final String BASE_FILE = "tupl";

    private static final Traits TRAITS = TuplStorage.declare(Traits.of(TuplStorage.LICENSE)
                    .setting("pageSize", "bytes in a page, a power of two (4096)")
                    .keeps(Durability.NONE, "DurabilityMode.NO_REDO: only a checkpoint makes commits last")
                    .keeps(Durability.PROCESS, "DurabilityMode.NO_SYNC: the redo log is handed to the system")
                    .keeps(Durability.POWER, "DurabilityMode.SYNC: the redo log is forced to the device")
                    .can(Capability.SCAN, "cursor, findGe and next")
                    .can(Capability.REVERSE_SCAN, "cursor, findLe and previous")
                    .can(Capability.TRANSACTIONS, "row locks, upgradable read by default")
                    .can(Capability.CONCURRENT_WRITES, "page latches; no global write lock"))
            .build();

    @Override
    public String name() {
        return "tupl";
    }

    @Override
    public String version() throws Unavailable {
        return "TuplDB " + TuplStorage.version();
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path directory = spec.target().directory();
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(directory.toString(), null, "TuplDB would create it");
        }
        Path data = directory.resolve(BASE_FILE + ".db");
        if (!spec.create() && !Files.exists(data)) {
            throw new NoSuchFileException(data.toString(), null, "no TuplDB store is there");
        }
        return new TuplStore(spec);
    }

    private static DatabaseConfig config(StoreSpec spec) throws Exception {
        DurabilityMode mode = switch (spec.durability()) {
            case NONE -> DurabilityMode.NO_REDO;
            case PROCESS -> DurabilityMode.NO_SYNC;
            case POWER -> DurabilityMode.SYNC;
        };
        int pageSize = Integer.parseInt(spec.settings().getOrDefault("pageSize", "4096"));
        DatabaseConfig config = new DatabaseConfig()
                .baseFile(new File(spec.target().directory().toFile(), BASE_FILE))
                .minCacheSize(spec.cacheBytes())
                .maxCacheSize(spec.cacheBytes())
                .pageSize(pageSize)
                .durabilityMode(mode);
        return TuplStorage.configure(config, spec, pageSize);
    }

    private static final class TuplStore implements Store {
        private final Database database;
        private final Index index;
        private final Records records;

        TuplStore(StoreSpec spec) throws Exception {
            records = spec.records();
            database = Database.open(config(spec));
            index = database.openIndex(INDEX);
        }

        @Override
        public Session session() {
            return new TuplSession(database, index, records);
        }

        @Override
        public Loader loader() {
            return new TuplLoader(index, records);
        }

        @Override
        public void settle() throws IOException {
            database.checkpoint();
        }

        @Override
        public void close() throws IOException {
            database.shutdown();
        }
    }

    /** Appends by a cursor that stays near its last position, outside of any transaction. */
    private static final class TuplLoader implements Loader {
        private final Records records;
        private final Cursor cursor;
        private final byte[][] values;

        TuplLoader(Index index, Records records) {
            this.records = records;
            cursor = index.newCursor(Transaction.BOGUS);
            cursor.autoload(false);
            values = new byte[records.maxValueBytes() + 1][];
        }

        @Override
        public void append(long id, int revision) throws IOException {
            byte[] key = new byte[records.keyBytes()]; // the cursor keeps it
            records.key(id, key);
            byte[] value = sized(values, records.valueBytes(id));
            records.value(id, revision, value);
            cursor.findNearby(key);
            cursor.store(value);
        }

        @Override
        public void close() {
            cursor.reset();
        }
    }

    /** TuplDB takes whole arrays, so there is one for each length in use. */
    private static byte[] sized(byte[][] values, int length) {
        byte[] value = values[length];
        if (value == null) {
            value = new byte[length];
            values[length] = value;
        }
        return value;
    }

    private static final class TuplSession implements Session {
        private final Index index;
        private final Records records;
        private final Transaction transaction;
        private final Cursor cursor;
        private final byte[] key;
        private final byte[][] values;
        /** What operations belong to: null, for a transaction each, or {@link #transaction}. */
        private Transaction current;

        TuplSession(Database database, Index index, Records records) {
            this.index = index;
            this.records = records;
            transaction = database.newTransaction();
            cursor = index.newCursor(null);
            key = new byte[records.keyBytes()];
            values = new byte[records.maxValueBytes() + 1][];
        }

        /** Locks keep the key's array until their transaction ends, so only single operations may share one. */
        private byte[] key(long id) {
            byte[] to = current == null ? key : new byte[key.length];
            records.key(id, to);
            return to;
        }

        @Override
        public boolean get(long id, Sink sink) throws IOException {
            byte[] value = index.load(current, key(id));
            if (value == null) {
                return false;
            }
            sink.value(value, 0, value.length);
            return true;
        }

        @Override
        public void put(long id, int revision) throws IOException {
            byte[] value = sized(values, records.valueBytes(id));
            records.value(id, revision, value);
            index.store(current, key(id), value);
        }

        @Override
        public boolean delete(long id) throws IOException {
            return index.delete(current, key(id));
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
            cursor.link(current);
            try {
                if (ascending) {
                    cursor.findGe(key(fromId));
                } else {
                    cursor.findLe(key(fromId));
                }
                boolean keys = sink.wantsKeys();
                int count = 0;
                for (byte[] value = cursor.value(); value != null; value = cursor.value()) {
                    if (keys) {
                        sink.key(cursor.key(), 0);
                    }
                    sink.value(value, 0, value.length);
                    if (++count == limit) {
                        break;
                    }
                    if (ascending) {
                        cursor.next();
                    } else {
                        cursor.previous();
                    }
                }
                return count;
            } finally {
                cursor.reset();
            }
        }

        @Override
        public void begin(boolean write) {
            current = transaction;
        }

        @Override
        public void commit() throws IOException {
            current = null;
            try {
                transaction.commit();
            } finally {
                transaction.reset();
            }
        }

        @Override
        public void close() throws IOException {
            cursor.reset();
            transaction.reset();
        }
    }
}
