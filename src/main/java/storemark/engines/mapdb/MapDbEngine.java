package storemark.engines.mapdb;

import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.mapdb.BTreeMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;
import org.mapdb.serializer.GroupSerializer;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;

/** MapDB's B-tree map. See docs/engines/mapdb.md. */
public final class MapDbEngine implements Engine {
    private static final String FILE = "records.mapdb";
    private static final String MAP = "records";
    private static final int LOAD_COMMIT = 100_000;
    /** Records in a node at most. A get decodes one whole node, a put encodes one. */
    private static final int NODE_ENTRIES = 16;

    private static final Traits TRAITS = Traits.of("mapdb", "Apache-2.0")
            .profile("default", "as the library comes: RandomAccessFile, behind one lock")
            .profile("tuned", "the mapped file grows by 64 MiB and is not cleared first")
            .none(Survivors.UNOPENED, "no transactions: the file is unusable unless it was closed")
            .exceeds(
                    PROCESS,
                    "transactionEnable and fileSyncDisable: the log of each commit is synchronised all the same")
            .keeps(POWER, "transactionEnable: log and data are synchronised at each commit")
            .layout(2) // nodes of 16 entries
            .can(SCAN, "value iterator, or that of entries where keys are wanted")
            .can(REVERSE_SCAN, "the same, descending")
            .cannot(TRANSACTIONS, "one transaction a store: a put shows at once, a commit covers all threads' puts")
            .can(CONCURRENT_WRITES, "locks on tree nodes; commits lock all")
            .can(MMAP, "DBMaker.fileMmapEnable, but for profile default")
            .cannot(CHECKSUMS, "of the header only, or of the whole file at each commit")
            .cannot(COMPRESSION, "MapDB has it as a serializer of values, this adapter does not offer it")
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

    /** Two and a half times the data after an ordered load, and the garbage of updates: nothing is compacted. */
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
        if (!spec.has("default")) {
            maker.fileMmapEnableIfSupported().cleanerHackEnable();
        }
        if (spec.has("tuned")) {
            maker.fileMmapPreclearDisable().allocateStartSize(64 << 20).allocateIncrement(64 << 20);
        }
        return new MapDbStore(spec, maker.make());
    }

    private static DB.TreeMapMaker<Object, byte[]> maker(DB db, StoreSpec spec) {
        // Nodes of 8-byte keys are long arrays.
        GroupSerializer<?> either = spec.records().keyBytes() == 8 ? Serializer.LONG : Serializer.BYTE_ARRAY;
        @SuppressWarnings("unchecked")
        GroupSerializer<Object> keys = (GroupSerializer<Object>) either;
        DB.TreeMapMaker<Object, byte[]> maker =
                db.treeMap(MAP).keySerializer(keys).valueSerializer(Serializer.BYTE_ARRAY);
        return spec.has("default") ? maker : maker.maxNodeSize(NODE_ENTRIES);
    }

    private static final class MapDbStore implements Store {
        private final StoreSpec spec;
        private final DB db;
        /** A commit takes in what other threads have done so far of a put: it waits for them, and they for it. */
        private final ReadWriteLock commits = new ReentrantReadWriteLock();
        /** Null until a session is opened: a new map can be loaded only before. */
        private BTreeMap<Object, byte[]> map;

        MapDbStore(StoreSpec spec, DB db) {
            this.spec = spec;
            this.db = db;
        }

        private synchronized BTreeMap<Object, byte[]> map() {
            if (map == null) {
                map = maker(db, spec).createOrOpen();
            }
            return map;
        }

        @Override
        public Session session() {
            return MapDbEngine.session(db, map(), spec, commits);
        }

        @Override
        public synchronized Loader loader() {
            if (map != null || !spec.create()) {
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
        public void close() {
            map(); // so that there is one
            db.commit();
            db.close();
        }
    }

    /** The signed order of keys is the unsigned order of ids. */
    private static Object key(Records records, long id) {
        if (records.keyBytes() == 8) {
            return id ^ Long.MIN_VALUE;
        }
        return records.key(id);
    }

    private static Session session(DB db, BTreeMap<Object, byte[]> map, StoreSpec spec, ReadWriteLock commits) {
        Records records = spec.records();
        boolean committing = spec.durability() != Durability.NONE;
        byte[] found = new byte[records.keyBytes()];
        return new Session() {
            private boolean writing;

            @Override
            public boolean get(long id, Sink sink) {
                return sink.found(map.get(key(records, id)));
            }

            @Override
            public void put(long id, int revision) {
                if (!committing) {
                    map.put(key(records, id), records.value(id, revision));
                    return;
                }
                commits.readLock().lock();
                try {
                    map.put(key(records, id), records.value(id, revision));
                } finally {
                    commits.readLock().unlock();
                }
                keep();
            }

            @Override
            public void delete(long id) {
                if (!committing) {
                    map.remove(key(records, id));
                    return;
                }
                commits.readLock().lock();
                try {
                    map.remove(key(records, id));
                } finally {
                    commits.readLock().unlock();
                }
                keep();
            }

            private void keep() {
                if (committing && !writing) {
                    commits.writeLock().lock();
                    try {
                        db.commit();
                    } finally {
                        commits.writeLock().unlock();
                    }
                }
            }

            @Override
            public int scan(long fromId, int limit, boolean ascending, Sink sink) {
                Object from = key(records, fromId);
                if (!sink.wantsKeys()) {
                    return walk(
                            ascending
                                    ? map.valueIterator(from, true, null, false)
                                    : map.descendingValueIterator(null, false, from, true),
                            limit,
                            sink);
                }
                Iterator<Map.Entry<Object, byte[]>> at = ascending
                        ? map.entryIterator(from, true, null, false)
                        : map.descendingEntryIterator(null, false, from, true);
                int count = 0;
                for (; count < limit && at.hasNext(); count++) {
                    Map.Entry<Object, byte[]> entry = at.next();
                    if (entry.getKey() instanceof Long number) {
                        records.key(number ^ Long.MIN_VALUE, found);
                        sink.key(found, 0);
                    } else {
                        sink.key((byte[]) entry.getKey(), 0);
                    }
                    sink.found(entry.getValue());
                }
                return count;
            }

            private int walk(Iterator<byte[]> values, int limit, Sink sink) {
                int count = 0;
                for (; count < limit && values.hasNext(); count++) {
                    sink.found(values.next());
                }
                return count;
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
        };
    }
}
