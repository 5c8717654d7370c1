package storemark.engines.rocksdb;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;

import java.nio.file.Path;
import java.util.List;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBufferManager;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.Debt;
import storemark.engines.StoreFolder;
import storemark.text.Amount;

/** RocksDB through its own Java binding. See docs/engines/rocksdb.md. */
public final class RocksDbEngine implements Engine {
    private static final int TUNED_JOBS = 6;
    /** A sequence number, lengths, the record's part of the index and of the filter. */
    private static final int RECORD_OVERHEAD = 12;

    private static final Traits TRAITS = Traits.of("rocksdb", "Apache-2.0 OR GPL-2.0-only")
            .profile(
                    "tuned",
                    "RocksDB's wiki: blocks of 16 KiB, a Bloom filter of 10 bits a key, index and filters in the cache, 6"
                            + " background jobs or one a CPU, bytes_per_sync of 1 MiB")
            .profile(
                    "mapped",
                    "allow_mmap_reads: table files are read through a memory map; blocks that are not compressed are checked at each read, and not cached")
            .choice("compression", "of blocks", "none", "snappy", "lz4", "zstd")
            .size("blockSize", "size of a data block before compression (4k; 16k when tuned)")
            .size("writeBuffer", "size of a memtable (64m, and a quarter of the cache at most)")
            .keeps(Durability.NONE, "disableWAL: no log, memtables are flushed when full and by a clean close")
            .keeps(
                    Durability.PROCESS,
                    "RocksDB's default: each commit is written to the log, which is not synchronised")
            .keeps(Durability.POWER, "sync: each commit ends with fdatasync of the log")
            .loadSurvives(Durability.POWER, "table files in key order, forced to the device and then ingested")
            .note("a removal is a get and a delete: the library's own delete does not tell whether there was a record")
            .can(Capability.SCAN, "iterator, Seek and Next")
            .can(Capability.REVERSE_SCAN, "iterator, SeekForPrev and Prev")
            .can(Capability.TRANSACTIONS, "WriteBatch for writes, which does not read its own; snapshot for reads")
            .can(Capability.CONCURRENT_WRITES, "one writes the log for all that wait, all fill the memtable")
            .can(Capability.DIRECT_IO_FILE, "use_direct_reads, use_direct_io_for_flush_and_compaction; not for the log")
            .can(Capability.MMAP, "profile mapped", "mapped")
            .can(Capability.CHECKSUMS, "always: XXH3 of each block, checked whenever it is read from its file")
            .can(Capability.COMPRESSION, "setting compression.snappy, lz4 or zstd")
            .cannot("files only in the Java build", BLOCK_DEVICE, DIRECT_IO_DEVICE)
            .cannot(Capability.ENCRYPTION, "EncryptedEnv has no Java binding")
            .build();

    @Override
    public String version() throws Unavailable {
        try {
            RocksDB.loadLibrary();
            return "RocksDB " + RocksDB.rocksdbVersion();
        } catch (RuntimeException | LinkageError missing) {
            throw new Unavailable("the native library of rocksdbjni does not load: " + missing.getMessage(), missing);
        }
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public void check(StoreSpec spec) throws Unsupported, Unavailable {
        Engine.super.check(spec);
        if (spec.has("mapped") && spec.target().directIo()) {
            throw new Unsupported("profile mapped with direct: table files are read through a map or by O_DIRECT");
        }
    }

    /** As much again as is there: levels are written anew before the old ones are deleted, which also hold what was overwritten. */
    @Override
    public long diskBytes(StoreSpec spec) {
        return 2 * loadedBytes(spec);
    }

    /** A quarter more than the records take, and the least that a log and its index take. */
    @Override
    public long loadedBytes(StoreSpec spec) {
        return (spec.dataBytes() + RECORD_OVERHEAD * spec.entries()) * 5 / 4 + (64L << 20);
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path directory = StoreFolder.of(spec, "CURRENT");
        version(); // loads the library, which no class but RocksDB does by itself
        return new RocksStore(spec, directory);
    }

    private static Options options(StoreSpec spec, Cache cache, WriteBufferManager memtables) {
        boolean tuned = spec.has("tuned");
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(Amount.bytes(spec.setting("blockSize", tuned ? "16k" : "4k")));
        long writeBuffer = Amount.bytes(spec.setting("writeBuffer", "64m"));
        Options options = new Options()
                .setCreateIfMissing(spec.create())
                .setErrorIfExists(spec.create())
                .setCompressionType(CompressionType.getCompressionType(spec.setting("compression", "none")))
                .setWriteBufferSize(Math.min(writeBuffer, spec.cacheBytes() / 4))
                .setWriteBufferManager(memtables)
                .setUseDirectReads(spec.target().directIo())
                .setUseDirectIoForFlushAndCompaction(spec.target().directIo())
                .setAllowMmapReads(spec.has("mapped"));
        if (tuned) {
            boolean cached = !spec.has("mapped"); // a map's blocks are not, but checked whole at each read
            table.setFilterPolicy(new BloomFilter(10))
                    .setCacheIndexAndFilterBlocks(cached)
                    .setPinL0FilterAndIndexBlocksInCache(cached);
            options.setIncreaseParallelism(
                            Math.max(TUNED_JOBS, Runtime.getRuntime().availableProcessors()))
                    .setBytesPerSync(1 << 20);
        }
        return options.setTableFormatConfig(table);
    }

    private static final class RocksStore implements Store {
        private static final List<String> BUSY = List.of(
                "rocksdb.mem-table-flush-pending",
                "rocksdb.num-running-flushes",
                "rocksdb.compaction-pending",
                "rocksdb.num-running-compactions");

        private final StoreSpec spec;
        private final Path directory;
        private final Cache cache;
        private final WriteBufferManager memtables;
        private final FailingListener listener = new FailingListener();
        private final Options options;
        private final RocksDB db;

        RocksStore(StoreSpec spec, Path directory) throws Exception {
            this.spec = spec;
            this.directory = directory;
            cache = new HyperClockCache(spec.cacheBytes(), 0, -1, false);
            memtables = new WriteBufferManager(0, cache); // 0: no limit of their own, but charged to the cache
            options = options(spec, cache, memtables).setListeners(List.of(listener));
            try {
                db = RocksDB.open(options, directory.toString());
            } catch (RocksDBException refused) {
                closeOptions();
                throw refused;
            }
        }

        @Override
        public Session session() {
            return new RocksDbSession(db, spec);
        }

        @Override
        public Loader loader() throws Exception {
            return new RocksDbLoader(db, options, directory, spec);
        }

        @Override
        public void settle() throws Exception {
            flush();
            Debt.await("compaction", () -> {
                for (String property : BUSY) {
                    if (db.getLongProperty(property) > 0) {
                        return false;
                    }
                }
                return true;
            });
        }

        private void flush() throws RocksDBException {
            try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
                db.flush(wait);
            }
        }

        @Override
        public void close() throws RocksDBException {
            try {
                if (spec.durability() == Durability.NONE) {
                    flush(); // closing does it too, but ignores errors
                }
                db.closeE();
            } finally {
                db.close();
                closeOptions();
            }
        }

        private void closeOptions() {
            options.close();
            listener.close();
            memtables.close();
            cache.close();
        }
    }

    /**
     * On a full disk RocksDB waits for space to be freed, and its writers wait with it: without that recovery they get the
     * error. The binding does not know all of RocksDB's reasons and prints a stack trace for those; the answer is no then too.
     */
    private static final class FailingListener extends AbstractEventListener {
        FailingListener() {
            super(EnabledEventCallback.ON_ERROR_RECOVERY_BEGIN);
        }

        @Override
        public boolean onErrorRecoveryBegin(BackgroundErrorReason reason, Status error) {
            return false;
        }
    }
}
