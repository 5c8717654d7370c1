package storemark.engines.je;

import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.MMAP;

import com.sleepycat.je.CacheMode;
import com.sleepycat.je.CheckpointConfig;
import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.JEVersion;
import com.sleepycat.je.Put;
import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.Debt;
import storemark.engines.StoreFolder;
import storemark.text.Amount;

/** Berkeley DB Java Edition. See docs/engines/je.md. */
public final class JeEngine implements Engine {
    private static final String DATABASE = "records";
    private static final String LOCK_FILE = "je.lck";

    private static final Traits TRAITS = Traits.of("je", "Apache-2.0")
            .profile(
                    "tuned",
                    "JE's Javadoc: key prefixing, 17 lock tables and 16 LRU lists against contention, all log files kept open")
            .size("logFile", "largest size of a log file, 1000000 to 1g (10000000; 100m when tuned)")
            .choice("cacheMode", "evictLn caches the tree's nodes only, not the records", "default", "evictLn")
            .keeps(Durability.NONE, "COMMIT_NO_SYNC: a commit stays in the log buffer of the process")
            .keeps(Durability.PROCESS, "COMMIT_WRITE_NO_SYNC: each commit is written to the log, not synchronised")
            .keeps(Durability.POWER, "COMMIT_SYNC: each commit ends with fsync of the log, shared by those that wait")
            .can(Capability.SCAN, "cursor, SEARCH_GTE and NEXT")
            .can(Capability.REVERSE_SCAN, "cursor, PREV")
            .note("threads that scan wait for each other at one lock table, the default; tuned has 17")
            .can(
                    Capability.TRANSACTIONS,
                    "record locks, read committed; a deadlock's victim is run again, unless it was a scan")
            .can(Capability.CONCURRENT_WRITES, "record locks")
            .can(Capability.CHECKSUMS, "always: Adler-32 of each log entry, checked whenever it is read")
            .cannot(Capability.COMPRESSION, "not in JE, but for common prefixes of keys when tuned")
            .cannot("reads by RandomAccessFile", MMAP, DIRECT_IO_FILE, DIRECT_IO_DEVICE)
            .cannot(Capability.BLOCK_DEVICE, "a log of many files")
            .build();

    /** JE logs to java.util.logging, which other libraries here do not; held, or it could be collected with its setting. */
    private static final Logger LOGGER = Logger.getLogger("com.sleepycat.je");

    @Override
    public String version() {
        return "Berkeley DB Java Edition " + JEVersion.CURRENT_VERSION.getVersionString();
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** The cache is on the heap, of which JE takes 60% by default ({@code je.maxMemoryPercent}). */
    @Override
    public long heapBytes(StoreSpec spec) {
        return spec.cacheBytes() * 10 / 6;
    }

    /** The cleaner keeps a log half used ({@code je.cleaner.minUtilization}), and lags behind when hurried. */
    @Override
    public long diskBytes(StoreSpec spec) {
        return 3 * (spec.dataBytes() + 64 * spec.entries()) + (64L << 20);
    }

    /** Each record once, with its part of the index, in a log that has nothing to clean; a quarter more for what is written twice. */
    @Override
    public long loadedBytes(StoreSpec spec) {
        return (spec.dataBytes() + 64 * spec.entries()) * 5 / 4 + (64L << 20);
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        File directory = StoreFolder.of(spec, LOCK_FILE).toFile();
        return new JeStore(spec, new Environment(directory, environmentConfig(spec)));
    }

    private EnvironmentConfig environmentConfig(StoreSpec spec) {
        boolean tuned = spec.has("tuned");
        EnvironmentConfig config = new EnvironmentConfig();
        config.setAllowCreate(spec.create());
        config.setTransactional(true);
        config.setDurability(
                switch (spec.durability()) {
                    case NONE -> com.sleepycat.je.Durability.COMMIT_NO_SYNC;
                    case PROCESS -> com.sleepycat.je.Durability.COMMIT_WRITE_NO_SYNC;
                    case POWER -> com.sleepycat.je.Durability.COMMIT_SYNC;
                });
        config.setCacheSize(spec.cacheBytes());
        config.setConfigParam(EnvironmentConfig.FILE_LOGGING_LEVEL, "OFF"); // it fails, aloud, on a full disk
        LOGGER.setLevel(
                "off".equals(System.getProperty("org.slf4j.simpleLogger.defaultLogLevel")) ? Level.OFF : Level.INFO);
        config.setLockTimeout(60, TimeUnit.SECONDS); // deadlocks are detected, and a wait is no error
        config.setConfigParam(EnvironmentConfig.FREE_DISK, "0"); // JE refuses to write on the last 5 GB of a disk
        config.setConfigParam(EnvironmentConfig.HALT_ON_COMMIT_AFTER_CHECKSUMEXCEPTION, "true"); // else it is cut off
        config.setConfigParam(EnvironmentConfig.ENV_RUN_VERIFIER, "false"); // it would read all files at midnight
        long logFile = Amount.bytes(spec.setting("logFile", tuned ? "100m" : "10000000"));
        config.setConfigParam(EnvironmentConfig.LOG_FILE_MAX, Long.toString(logFile));
        config.setCacheMode(
                spec.setting("cacheMode", "default").equals("evictLn") ? CacheMode.EVICT_LN : CacheMode.DEFAULT);
        if (tuned) {
            long files = diskBytes(spec) / logFile;
            config.setConfigParam(EnvironmentConfig.LOG_FILE_CACHE_SIZE, Long.toString(Math.max(100, files)));
            config.setConfigParam(EnvironmentConfig.LOCK_N_LOCK_TABLES, "17");
            config.setConfigParam(EnvironmentConfig.EVICTOR_N_LRU_LISTS, "16");
        }
        return config;
    }

    private static final class JeStore implements Store {
        private final StoreSpec spec;
        private final Environment environment;
        private Database database;

        JeStore(StoreSpec spec, Environment environment) {
            this.spec = spec;
            this.environment = environment;
            try {
                database = openDatabase(false);
            } catch (RuntimeException refused) {
                environment.close();
                throw refused;
            }
        }

        private Database openDatabase(boolean deferredWrite) {
            DatabaseConfig config = new DatabaseConfig();
            config.setAllowCreate(spec.create());
            config.setTransactional(!deferredWrite);
            config.setDeferredWrite(deferredWrite);
            config.setKeyPrefixing(spec.has("tuned"));
            return environment.openDatabase(null, DATABASE, config);
        }

        @Override
        public synchronized Session session() {
            return new JeSession(environment, database, spec.records());
        }

        @Override
        public synchronized Loader loader() {
            database.close();
            database = openDatabase(true);
            return new JeLoader(this, database, spec.records());
        }

        private synchronized void loaded() {
            database.sync();
            database.close();
            database = openDatabase(false);
        }

        @Override
        public void settle() throws Exception {
            Debt.pay("JE's cleaning", () -> !environment.cleanLogFile());
            environment.checkpoint(new CheckpointConfig().setForce(true));
        }

        @Override
        public synchronized void close() {
            try (environment) {
                database.close();
            }
        }
    }

    /** Writes to the tree in memory, which is logged when evicted and at the end, and not record by record. */
    private static final class JeLoader implements Loader {
        private final JeStore store;
        private final Cursor cursor;
        private final Records records;
        private final byte[] key;
        private final byte[] value;
        private final DatabaseEntry keyEntry = new DatabaseEntry();
        private final DatabaseEntry valueEntry = new DatabaseEntry();

        JeLoader(JeStore store, Database database, Records records) {
            this.store = store;
            this.records = records;
            cursor = database.openCursor(null, null);
            key = new byte[records.keyBytes()];
            value = new byte[records.maxValueBytes()];
        }

        @Override
        public void append(long id, int revision) {
            records.key(id, key);
            keyEntry.setData(key);
            valueEntry.setData(value, 0, records.value(id, revision, value));
            cursor.put(keyEntry, valueEntry, Put.NO_OVERWRITE, null);
        }

        @Override
        public void close() {
            cursor.close();
            store.loaded();
        }
    }
}
