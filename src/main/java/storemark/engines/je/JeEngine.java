package storemark.engines.je;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.NONE;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unsupported;
import storemark.engines.Debt;
import storemark.engines.StoreFolder;
import storemark.text.Amount;

/** Berkeley DB Java Edition. See docs/engines/je.md. */
public final class JeEngine implements Engine {
    private static final String DATABASE = "records";
    private static final String LOCK_FILE = "je.lck";

    private static final Traits TRAITS = Traits.of("je", "Apache-2.0")
            .profile("default", "as the library comes: 60% of the heap as its cache")
            .profile(
                    "tuned",
                    "JE's Javadoc: key prefixing, 17 lock tables, 16 LRU lists, all log files kept open; rare checkpoints")
            .size("logFile", "maximum size of a log file, 1000000 to 1g (10000000; 100m when tuned)")
            .choice("cacheMode", "evictLn caches the tree's nodes only, not the records", "default", "evictLn")
            .none(Survivors.NONE, "COMMIT_NO_SYNC: a commit stays in the log buffer of the process")
            .keeps(PROCESS, "COMMIT_WRITE_NO_SYNC: each commit is written to the log, not synchronised")
            .keeps(POWER, "COMMIT_SYNC: each commit ends with fdatasync of the log, shared by those that wait")
            .can(SCAN, "cursor, SEARCH_GTE and NEXT")
            .can(REVERSE_SCAN, "cursor, PREV")
            .note("scanning threads contend for one lock table, the default; tuned has 17")
            .can(TRANSACTIONS, "record locks, read committed; a deadlock's victim is run again, unless it was a scan")
            .can(CONCURRENT_WRITES, "record locks")
            .can(CHECKSUMS, "always: Adler-32 of each log entry, checked whenever it is read")
            .cannot(COMPRESSION, "not in JE, but for common prefixes of keys when tuned")
            .cannot("reads by RandomAccessFile", MMAP, DIRECT_IO_FILE, DIRECT_IO_DEVICE)
            .cannot(BLOCK_DEVICE, "a log of many files")
            .build();

    /** Written between checkpoints, when tuned. */
    private static final long CHECKPOINT_BYTES = 500L << 20;

    /** JE logs to java.util.logging; held, or it could be garbage-collected with its level. */
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

    /** The cleaner keeps half of the log in use ({@code je.cleaner.minUtilization}), and lags behind fast writes. */
    @Override
    public long diskBytes(StoreSpec spec) {
        long rest = spec.has("tuned") ? CHECKPOINT_BYTES : 0; // files are deleted after a checkpoint
        return 3 * (spec.dataBytes() + 64 * spec.entries()) + (64L << 20) + rest;
    }

    /** Each record once with its share of the index; a quarter more for what is written twice. */
    @Override
    public long loadedBytes(StoreSpec spec) {
        return (spec.dataBytes() + 64 * spec.entries()) * 5 / 4 + (64L << 20);
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path directory = StoreFolder.of(spec, LOCK_FILE);
        requireFileStore(directory);
        return new JeStore(spec, new Environment(directory.toFile(), environmentConfig(spec)));
    }

    /** JE looks for the disk's space by the mount of its folder; without one, as in some chroots, it ends in a null pointer. */
    private static void requireFileStore(Path directory) throws Unsupported {
        try {
            Files.getFileStore(directory);
        } catch (IOException noMount) {
            throw new Unsupported("JE finds no mount of " + directory + " (" + noMount.getMessage()
                    + "): put --dir on a mounted file system");
        }
    }

    private EnvironmentConfig environmentConfig(StoreSpec spec) {
        boolean tuned = spec.has("tuned");
        long logFile = Amount.bytes(spec.setting("logFile", tuned ? "100m" : "10000000"));
        boolean silent = "off".equals(System.getProperty("org.slf4j.simpleLogger.defaultLogLevel"));
        LOGGER.setLevel(silent ? Level.OFF : Level.INFO);
        EnvironmentConfig config = new EnvironmentConfig()
                .setAllowCreate(spec.create())
                .setTransactional(true)
                .setLockTimeout(60, TimeUnit.SECONDS) // deadlocks are detected: a long wait is no error
                .setConfigParam(EnvironmentConfig.LOG_FILE_MAX, Long.toString(logFile))
                .setConfigParam(EnvironmentConfig.FILE_LOGGING_LEVEL, "OFF") // it fails aloud on a full disk
                .setConfigParam(EnvironmentConfig.FREE_DISK, "0") // else JE does not use the last 5 GB of a disk
                .setConfigParam(EnvironmentConfig.HALT_ON_COMMIT_AFTER_CHECKSUMEXCEPTION, "true") // else it truncates
                .setConfigParam(EnvironmentConfig.ENV_RUN_VERIFIER, "false"); // it reads all files at midnight
        if (!spec.has("default")) {
            config.setCacheSize(spec.cacheBytes());
        }
        config.setCacheMode(
                spec.setting("cacheMode", "default").equals("evictLn") ? CacheMode.EVICT_LN : CacheMode.DEFAULT);
        config.setDurability(
                switch (spec.durability()) {
                    case NONE -> com.sleepycat.je.Durability.COMMIT_NO_SYNC;
                    case PROCESS -> com.sleepycat.je.Durability.COMMIT_WRITE_NO_SYNC;
                    case POWER -> com.sleepycat.je.Durability.COMMIT_SYNC;
                });
        if (tuned) {
            long files = Math.max(100, diskBytes(spec) / logFile);
            config.setConfigParam(EnvironmentConfig.LOG_FILE_CACHE_SIZE, Long.toString(files))
                    .setConfigParam(EnvironmentConfig.CHECKPOINTER_BYTES_INTERVAL, Long.toString(CHECKPOINT_BYTES))
                    .setConfigParam(EnvironmentConfig.LOCK_N_LOCK_TABLES, "17")
                    .setConfigParam(EnvironmentConfig.EVICTOR_N_LRU_LISTS, "16");
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
            DatabaseConfig config = new DatabaseConfig()
                    .setAllowCreate(spec.create())
                    .setTransactional(!deferredWrite)
                    .setDeferredWrite(deferredWrite)
                    .setKeyPrefixing(spec.has("tuned"));
            return environment.openDatabase(null, DATABASE, config);
        }

        @Override
        public synchronized Session session() {
            return new JeSession(environment, database, spec.records());
        }

        /** Writes to the tree in memory, which is logged when evicted and at the end, not record by record. */
        @Override
        public synchronized Loader loader() {
            database.close();
            database = openDatabase(true);
            Cursor cursor = database.openCursor(null, null);
            Records records = spec.records();
            byte[] key = new byte[records.keyBytes()];
            byte[] value = new byte[records.maxValueBytes()];
            DatabaseEntry keyEntry = new DatabaseEntry();
            DatabaseEntry valueEntry = new DatabaseEntry();
            return new Loader() {
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
                    loaded();
                }
            };
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
}
