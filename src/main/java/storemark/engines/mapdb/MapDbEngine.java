package storemark.engines.mapdb;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.mapdb.BTreeMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;
import org.mapdb.serializer.GroupSerializer;
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
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;

/** MapDB's B-tree map. See docs/engines/mapdb.md. */
public final class MapDbEngine implements Engine {
    private static final String FILE = "records.mapdb";
    private static final String MAP = "records";
    private static final int LOAD_COMMIT = 100_000;

    private static final Traits TRAITS = Traits.of("mapdb", "Apache-2.0")
            .profile("tuned", "memory-mapped file, grown by 64 MiB without clearing it first, unmapped at close")
            .keeps(Durability.NONE, "no transactions: the file is unusable unless it was closed")
            .keeps(
                    Durability.PROCESS,
                    "transactionEnable and fileSyncDisable: a log that is still synchronised, data that is not")
            .keeps(Durability.POWER, "transactionEnable: log and data are synchronised at each commit")
            .can(Capability.SCAN, "entry iterator")
            .can(Capability.REVERSE_SCAN, "descending entry iterator")
            .cannot(
                    Capability.TRANSACTIONS,
                    "one transaction a store: a put shows at once, a commit covers all threads' puts")
            .can(Capability.CONCURRENT_WRITES, "locks on tree nodes; commits lock all")
            .can(Capability.MMAP, "profile tuned", "tuned")
            .cannot(Capability.CHECKSUMS, "of the header only, or of the whole file at each commit")
            .cannot(Capability.COMPRESSION, "MapDB has it as a serializer of values, this adapter does not offer it")
            .note("keeps neither process nor power: see docs/durability.md")
            .build();

    @Override
    public String version() {
        return "MapDB " + LibraryVersion.of(DBMaker.class, "org.mapdb", "mapdb");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** Two and a half times the data after an ordered load, and what updates leave behind: nothing is compacted. */
    @Override
    public long diskBytes(StoreSpec spec) {
        return 5 * (spec.dataBytes() + 16 * spec.entries()) + (256L << 20);
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path file = StoreFolder.of(spec, FILE).resolve(FILE);
        DBMaker.Maker maker = DBMaker.fileDB(file.toFile());
        if (spec.durability() != Durability.NONE) {
            maker.transactionEnable();
        }
        if (spec.durability() == Durability.PROCESS) {
            maker.fileSyncDisable();
        }
        if (spec.has("tuned")) {
            maker.fileMmapEnable()
                    .fileMmapPreclearDisable()
                    .cleanerHackEnable()
                    .allocateStartSize(64 << 20)
                    .allocateIncrement(64 << 20);
        }
        DB db = maker.make();
        return new MapDbStore(spec, db, spec.create() ? null : open(db, spec));
    }

    private static DB.TreeMapMaker<Object, byte[]> maker(DB db, StoreSpec spec) {
        // Eight-byte keys as primitive longs, whose nodes are long arrays; 16-byte ones as they are.
        GroupSerializer<?> either = spec.records().keyBytes() == 8 ? Serializer.LONG : Serializer.BYTE_ARRAY;
        @SuppressWarnings("unchecked")
        GroupSerializer<Object> keys = (GroupSerializer<Object>) either;
        return db.treeMap(MAP).keySerializer(keys).valueSerializer(Serializer.BYTE_ARRAY);
    }

    private static BTreeMap<Object, byte[]> open(DB db, StoreSpec spec) {
        return maker(db, spec).createOrOpen();
    }

    private static final class MapDbStore implements Store {
        private final StoreSpec spec;
        private final DB db;
        /** A commit takes in what other threads have done so far of a put: it waits for them, and they for it. */
        private final ReadWriteLock commits = new ReentrantReadWriteLock();
        /** Null until it is known whether the map is to be loaded, which its maker alone can do, or to be written to. */
        private BTreeMap<Object, byte[]> map;

        MapDbStore(StoreSpec spec, DB db, BTreeMap<Object, byte[]> map) {
            this.spec = spec;
            this.db = db;
            this.map = map;
        }

        @Override
        public synchronized Session session() {
            if (map == null) {
                map = open(db, spec);
            }
            return new MapDbSession(spec, db, map, commits);
        }

        @Override
        public synchronized Loader loader() {
            if (map != null) {
                return Loader.batching(session(), LOAD_COMMIT);
            }
            DB.TreeMapSink<Object, byte[]> sink = maker(db, spec).createFromSink();
            return new Loader() {
                private int pending;

                @Override
                public void append(long id, int revision) {
                    sink.put(key(spec.records(), id), spec.records().value(id, revision));
                    if (++pending == LOAD_COMMIT) {
                        db.commit();
                        pending = 0;
                    }
                }

                @Override
                public void close() {
                    map = sink.create();
                    db.commit();
                }
            };
        }

        @Override
        public void settle() {
            db.commit();
        }

        @Override
        public synchronized void close() {
            if (map == null) {
                map = open(db, spec);
            }
            db.commit();
            db.close();
        }
    }

    /** Signed order of what is returned is the unsigned order of ids. */
    private static Object key(Records records, long id) {
        if (records.keyBytes() == 8) {
            return id ^ Long.MIN_VALUE;
        }
        return records.key(id);
    }

    private static final class MapDbSession implements Session {
        private final DB db;
        private final BTreeMap<Object, byte[]> map;
        private final Records records;
        private final boolean committing;
        private final Lock changing;
        private final Lock commit;
        private final byte[] found;
        private boolean writing;

        MapDbSession(StoreSpec spec, DB db, BTreeMap<Object, byte[]> map, ReadWriteLock commits) {
            this.db = db;
            this.map = map;
            changing = commits.readLock();
            commit = commits.writeLock();
            records = spec.records();
            committing = spec.durability() != Durability.NONE;
            found = new byte[records.keyBytes()];
        }

        @Override
        public boolean get(long id, Sink sink) {
            return sink.found(map.get(key(records, id)));
        }

        @Override
        public void put(long id, int revision) {
            changing.lock();
            try {
                map.put(key(records, id), records.value(id, revision));
            } finally {
                changing.unlock();
            }
            keep();
        }

        @Override
        public boolean delete(long id) {
            boolean existed;
            changing.lock();
            try {
                existed = map.remove(key(records, id)) != null;
            } finally {
                changing.unlock();
            }
            keep();
            return existed;
        }

        private void keep() {
            if (committing && !writing) {
                commit.lock();
                try {
                    db.commit();
                } finally {
                    commit.unlock();
                }
            }
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) {
            Object from = key(records, fromId);
            Iterator<Map.Entry<Object, byte[]>> at = ascending
                    ? map.entryIterator(from, true, null, false)
                    : map.descendingEntryIterator(null, false, from, true);
            boolean keys = sink.wantsKeys();
            int count = 0;
            while (count < limit && at.hasNext()) {
                Map.Entry<Object, byte[]> entry = at.next();
                if (keys) {
                    handKey(entry.getKey(), sink);
                }
                sink.value(entry.getValue(), 0, entry.getValue().length);
                count++;
            }
            return count;
        }

        private void handKey(Object key, Sink sink) {
            if (key instanceof Long number) {
                records.key(number ^ Long.MIN_VALUE, found);
                sink.key(found, 0);
            } else {
                sink.key((byte[]) key, 0);
            }
        }

        @Override
        public void begin(boolean write) {
            writing = write;
        }

        @Override
        public void commit() {
            if (writing) {
                writing = false;
                keep();
            }
        }
    }
}
