package storemark.engines.xodus;

import java.nio.file.Path;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.EnvironmentImpl;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.StoreConfig;
import jetbrains.exodus.env.Transaction;
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
import storemark.engines.Debt;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;

/** JetBrains Xodus, its environments and not its entity store. See docs/engines/xodus.md. */
public final class XodusEngine implements Engine {
    private static final String FIRST_FILE = "00000000000.xd";
    private static final int LOAD_BATCH = 1000;

    private static final Traits TRAITS = Traits.of("xodus", "Apache-2.0")
            .profile(
                    "tuned",
                    "key prefixing (a Patricia trie for the B+ tree): random access gains and scans lose, by its manual")
            .keeps(Durability.NONE, "the log is written to the system at each commit, as there is no lesser mode")
            .keeps(Durability.PROCESS, "the log is written to the system at each commit, the library's default")
            .keeps(Durability.POWER, "exodus.log.durableWrite: the log is synchronised at each commit")
            .can(Capability.SCAN, "cursor, getSearchKeyRange and getNext")
            .can(Capability.REVERSE_SCAN, "cursor, getPrev")
            .can(Capability.TRANSACTIONS, "snapshot isolation; writers here are exclusive, as they cannot be replayed")
            .cannot(Capability.CONCURRENT_WRITES, "one writer at a time; others wait")
            .cannot(Capability.CHECKSUMS, "of the entity store's blobs only")
            .cannot(Capability.ENCRYPTION, "Xodus has it in another artifact, this adapter does not offer it")
            .cannot(Capability.COMPRESSION, "of backups only")
            .build();

    @Override
    public String version() {
        return "Xodus " + LibraryVersion.of(Environments.class, "org.jetbrains.xodus", "xodus-environment");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** The library refuses a cache above the heap; trees of running transactions come on top. */
    @Override
    public long heapBytes(StoreSpec spec) {
        return (16L << 20) + spec.cacheBytes() * 3 / 2;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path directory = StoreFolder.of(spec, FIRST_FILE);
        EnvironmentConfig config = new EnvironmentConfig()
                .setMemoryUsage(spec.cacheBytes())
                .setLogDurableWrite(spec.durability() == Durability.POWER)
                .setManagementEnabled(false); // no JMX beans
        EnvironmentImpl environment = (EnvironmentImpl) Environments.newInstance(directory.toFile(), config);
        StoreConfig kind =
                spec.has("tuned") ? StoreConfig.WITHOUT_DUPLICATES_WITH_PREFIXING : StoreConfig.WITHOUT_DUPLICATES;
        jetbrains.exodus.env.Store records =
                environment.computeInTransaction(transaction -> environment.openStore("records", kind, transaction));
        return new XodusStore(spec, environment, records);
    }

    private record XodusStore(StoreSpec spec, EnvironmentImpl environment, jetbrains.exodus.env.Store store)
            implements Store {
        @Override
        public Session session() {
            return new XodusSession(environment, store, spec.records(), false);
        }

        @Override
        public Loader loader() {
            XodusSession session = new XodusSession(environment, store, spec.records(), true);
            return Loader.batching(session, Loader.batch(spec.records(), LOAD_BATCH));
        }

        @Override
        public void settle() throws Exception {
            environment.flushAndSync();
            int wanted = environment.getEnvironmentConfig().getGcMinUtilization();
            Debt.await("Xodus's cleaning", () -> {
                // The percentage of the log that is in use; the cleaner stops at a configured one.
                boolean clean = environment.getGC().getUtilizationProfile().totalUtilizationPercent() >= wanted;
                if (!clean) {
                    environment.gc(); // asks the cleaner, which is a thread of its own
                }
                return clean;
            });
        }

        @Override
        public void close() {
            environment.close();
        }
    }

    /** A transaction's tree keeps the arrays that it is given until the commit, so that each write needs new ones. */
    private static final class XodusSession implements Session {
        private final EnvironmentImpl environment;
        private final jetbrains.exodus.env.Store store;
        private final Records records;
        private final boolean appending;
        private final ArrayByteIterable sought;
        private Transaction running;

        XodusSession(
                EnvironmentImpl environment, jetbrains.exodus.env.Store store, Records records, boolean appending) {
            this.environment = environment;
            this.store = store;
            this.records = records;
            this.appending = appending;
            sought = new ArrayByteIterable(new byte[records.keyBytes()]);
        }

        @Override
        public boolean get(long id, Sink sink) {
            records.key(id, sought.getBytesUnsafe());
            Transaction transaction = running != null ? running : environment.beginReadonlyTransaction();
            ByteIterable found = store.get(transaction, sought);
            if (found != null) {
                sink.value(found.getBytesUnsafe(), 0, found.getLength());
            }
            if (transaction != running) {
                transaction.abort();
            }
            return found != null;
        }

        @Override
        public void put(long id, int revision) {
            ByteIterable key = new ArrayByteIterable(records.key(id));
            ByteIterable value = new ArrayByteIterable(records.value(id, revision));
            Transaction transaction = running != null ? running : environment.beginExclusiveTransaction();
            if (appending) {
                store.putRight(transaction, key, value);
            } else {
                store.put(transaction, key, value);
            }
            if (transaction != running) {
                transaction.commit();
            }
        }

        @Override
        public boolean delete(long id) {
            Transaction transaction = running != null ? running : environment.beginExclusiveTransaction();
            boolean existed = store.delete(transaction, new ArrayByteIterable(records.key(id)));
            if (transaction != running) {
                transaction.commit();
            }
            return existed;
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) {
            records.key(fromId, sought.getBytesUnsafe());
            Transaction transaction = running != null ? running : environment.beginReadonlyTransaction();
            int count = 0;
            try (Cursor at = store.openCursor(transaction)) {
                boolean there = at.getSearchKeyRange(sought) != null;
                if (!ascending && !(there && at.getKey().compareTo(sought) == 0)) {
                    there = there ? at.getPrev() : at.getLast();
                }
                boolean keys = sink.wantsKeys();
                while (there) {
                    if (keys) {
                        sink.key(at.getKey().getBytesUnsafe(), 0);
                    }
                    ByteIterable value = at.getValue();
                    sink.value(value.getBytesUnsafe(), 0, value.getLength());
                    if (++count == limit) {
                        break;
                    }
                    there = ascending ? at.getNext() : at.getPrev();
                }
            }
            if (transaction != running) {
                transaction.abort();
            }
            return count;
        }

        @Override
        public void begin(boolean write) {
            running = write ? environment.beginExclusiveTransaction() : environment.beginReadonlyTransaction();
        }

        @Override
        public void commit() {
            Transaction done = running;
            running = null;
            if (done.isReadonly()) {
                done.abort();
            } else {
                done.commit();
            }
        }

        @Override
        public void close() {
            if (running != null) {
                running.abort();
            }
        }
    }
}
