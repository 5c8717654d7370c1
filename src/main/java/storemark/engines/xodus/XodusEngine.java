package storemark.engines.xodus;

import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.nio.file.Path;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.EnvironmentImpl;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.StoreConfig;
import jetbrains.exodus.env.Transaction;
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
import storemark.engines.ComposedStore;
import storemark.engines.Debt;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;

/** JetBrains Xodus, its environments and not its entity store. See docs/engines/xodus.md. */
public final class XodusEngine implements Engine {
    private static final String FIRST_FILE = "00000000000.xd";
    private static final int LOAD_BATCH = 1000;
    /** Entries in a page of the B+ tree. A put copies one page of each level; the library's default is 128. */
    private static final int PAGE_ENTRIES = 32;

    private static final Traits TRAITS = Traits.of("xodus", "Apache-2.0")
            .profile("default", "as the library comes: half of the heap as its cache, JMX beans and their statistics")
            .profile("tuned", "key prefixing (a Patricia trie): faster random access, slower scans, by its manual")
            .none(Survivors.ALL, "the log is written to the system at each commit, the library's default")
            .keeps(PROCESS, "the log is written to the system at each commit, the library's default")
            .keeps(POWER, "exodus.log.durableWrite: the log is synchronised at each commit")
            .layout(2) // pages of 32 entries
            .can(SCAN, "cursor, getSearchKeyRange and getNext")
            .can(REVERSE_SCAN, "cursor, getPrev")
            .can(TRANSACTIONS, "snapshot isolation; writers here are exclusive, as they cannot be replayed")
            .cannot(CONCURRENT_WRITES, "one writer at a time; others wait")
            .cannot(CHECKSUMS, "of the entity store's blobs only")
            .cannot(ENCRYPTION, "Xodus has it in another artifact, this adapter does not offer it")
            .cannot(COMPRESSION, "of backups only")
            .build();

    @Override
    public String version() {
        return "Xodus " + LibraryVersion.of(Environments.class, "org.jetbrains.xodus", "xodus-environment");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** The library refuses a cache larger than the heap; trees of running transactions are added. */
    @Override
    public long heapBytes(StoreSpec spec) {
        return (16L << 20) + spec.cacheBytes() * 3 / 2;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path directory = StoreFolder.of(spec, FIRST_FILE);
        EnvironmentConfig config = new EnvironmentConfig()
                .setLogDurableWrite(spec.durability() == Durability.POWER)
                .setEnvMonitorTxnsExpirationTimeout(0); // else a snapshot that is kept ends after eight hours
        if (!spec.has("default")) {
            config.setMemoryUsage(spec.cacheBytes())
                    .setTreeMaxPageSize(PAGE_ENTRIES)
                    .setManagementEnabled(false); // no JMX beans
        }
        EnvironmentImpl environment = (EnvironmentImpl) Environments.newInstance(directory.toFile(), config);
        StoreConfig kind =
                spec.has("tuned") ? StoreConfig.WITHOUT_DUPLICATES_WITH_PREFIXING : StoreConfig.WITHOUT_DUPLICATES;
        jetbrains.exodus.env.Store records =
                environment.computeInTransaction(transaction -> environment.openStore("records", kind, transaction));
        return new ComposedStore(() -> session(environment, records, spec.records(), false), environment::close)
                .loadedBy(() -> Loader.batching(
                        session(environment, records, spec.records(), true), Loader.batch(spec.records(), LOAD_BATCH)))
                .settledBy(() -> {
                    environment.flushAndSync();
                    Debt.await("Xodus's cleaning", () -> isClean(environment));
                });
    }

    /** Whether the cleaner, a thread of the library, has reached the configured percentage of the log in use; else asks it. */
    private static boolean isClean(EnvironmentImpl environment) {
        int used = environment.getGC().getUtilizationProfile().totalUtilizationPercent();
        boolean clean = used >= environment.getEnvironmentConfig().getGcMinUtilization();
        if (!clean) {
            environment.gc();
        }
        return clean;
    }

    /** A transaction's tree keeps the arrays that it is given until the commit: each write needs new ones. */
    private static Session session(
            EnvironmentImpl environment, jetbrains.exodus.env.Store store, Records records, boolean appending) {
        ArrayByteIterable sought = new ArrayByteIterable(new byte[records.keyBytes()]);
        return new Session() {
            private Transaction running;
            /** For single reads: a snapshot that is kept until the log has grown. Null once the session has written. */
            private Transaction snapshot;

            private Transaction reading() {
                if (running != null) {
                    return running;
                }
                if (snapshot == null
                        || snapshot.getHighAddress() != environment.getLog().getHighAddress()) {
                    release();
                    snapshot = environment.beginReadonlyTransaction();
                }
                return snapshot;
            }

            private Transaction writing() {
                return running != null ? running : exclusive();
            }

            private Transaction exclusive() {
                release();
                return environment.beginExclusiveTransaction();
            }

            private void release() {
                if (snapshot != null) {
                    snapshot.abort();
                    snapshot = null;
                }
            }

            /** Ends the transaction of a single write. */
            private void end(Transaction transaction) {
                if (transaction != running) {
                    transaction.commit();
                }
            }

            @Override
            public boolean get(long id, Sink sink) {
                records.key(id, sought.getBytesUnsafe());
                ByteIterable found = store.get(reading(), sought);
                if (found == null) {
                    return false;
                }
                sink.value(found.getBytesUnsafe(), 0, found.getLength());
                return true;
            }

            @Override
            public void put(long id, int revision) {
                ByteIterable key = new ArrayByteIterable(records.key(id));
                ByteIterable value = new ArrayByteIterable(records.value(id, revision));
                Transaction transaction = writing();
                if (appending) {
                    store.putRight(transaction, key, value);
                } else {
                    store.put(transaction, key, value);
                }
                end(transaction);
            }

            @Override
            public void delete(long id) {
                Transaction transaction = writing();
                store.delete(transaction, new ArrayByteIterable(records.key(id)));
                end(transaction);
            }

            @Override
            public int scan(long fromId, int limit, boolean ascending, Sink sink) {
                records.key(fromId, sought.getBytesUnsafe());
                int count = 0;
                try (Cursor at = store.openCursor(reading())) {
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
                        there = ++count < limit && (ascending ? at.getNext() : at.getPrev());
                    }
                }
                return count;
            }

            @Override
            public void begin(boolean write) {
                running = write ? exclusive() : environment.beginReadonlyTransaction();
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
                release();
                if (running != null) {
                    running.abort();
                }
            }
        };
    }
}
