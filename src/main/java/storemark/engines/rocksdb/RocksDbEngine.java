package storemark.engines.rocksdb;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.NONE;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.nio.file.Path;
import java.util.List;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.FlushOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IndexSearchType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBufferManager;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.ComposedStore;
import storemark.engines.Debt;
import storemark.engines.StoreFolder;
import storemark.text.Amount;

/** RocksDB through its own Java binding. See docs/engines/rocksdb.md. */
public final class RocksDbEngine implements Engine {
    private static final int LEAST_JOBS = 6;
    /** A sequence number, lengths, and the record's share of index and filter. */
    private static final int RECORD_OVERHEAD = 12;

    private static final List<String> BUSY = List.of(
            "rocksdb.mem-table-flush-pending",
            "rocksdb.num-running-flushes",
            "rocksdb.compaction-pending",
            "rocksdb.num-running-compactions");

    private static final Traits TRAITS = Traits.of("rocksdb", "Apache-2.0 OR GPL-2.0-only")
            .profile(
                    "default",
                    "as the library comes: a block cache of its own size, memtables beside it, its compression")
            .profile(
                    "tuned",
                    "filters; blocks with a hash index and values apart from keys, index search by interpolation")
            .profile("mapped", "allow_mmap_reads: uncompressed blocks are not cached, but checked at each read")
            .choice("compression", "of blocks", "none", "snappy", "lz4", "zstd")
            .size("blockSize", "size of a data block before compression (16k; 4k as the library comes)")
            .size("writeBuffer", "size of a memtable (64m, at most a quarter of the cache)")
            .choice("log", "the write-ahead log at durability none", "off", "on")
            .layout(2) // blocks of 16 KiB
            .none(Survivors.NONE, "disableWAL: no log, memtables are flushed when full and by a clean close")
            .keeps(PROCESS, "RocksDB's default: each commit is written to the log, which is not synchronised")
            .keeps(POWER, "sync: each commit ends with fdatasync of the log")
            .loadSurvives(POWER, "table files in key order, forced to the device and then ingested")
            .can(SCAN, "iterator, Seek and Next")
            .can(REVERSE_SCAN, "iterator, SeekForPrev and Prev")
            .can(TRANSACTIONS, "WriteBatch for writes, which does not read its own; snapshot for reads")
            .can(CONCURRENT_WRITES, "one thread writes the log for all that wait; all fill the memtable")
            .can(DIRECT_IO_FILE, "use_direct_reads, use_direct_io_for_flush_and_compaction; not for the log")
            .can(MMAP, "profile mapped", "mapped")
            .can(CHECKSUMS, "always: XXH3 of each block, checked whenever it is read from its file")
            .can(COMPRESSION, "setting compression.snappy, lz4 or zstd")
            .cannot("files only in the Java build", BLOCK_DEVICE, DIRECT_IO_DEVICE)
            .cannot(ENCRYPTION, "EncryptedEnv has no Java binding")
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
            throw new Unsupported(
                    "profile mapped with direct: table files are read through a map or by O_DIRECT, not both");
        }
        if (spec.durability() != NONE && spec.setting("log", "on").equals("off")) {
            throw new Unsupported(
                    "log.off: must be on at durability " + spec.durability().label());
        }
    }

    @Override
    public String durability(StoreSpec spec) {
        boolean logged = spec.setting("log", "off").equals("on");
        return TRAITS.durability(spec.durability() == NONE && logged ? PROCESS : spec.durability())
                .how();
    }

    /** Twice: compaction writes a level before it deletes the old one, which also has overwritten records. */
    @Override
    public long diskBytes(StoreSpec spec) {
        return 2 * loadedBytes(spec);
    }

    /** A quarter more than the records, and the minimum for log and index. */
    @Override
    public long loadedBytes(StoreSpec spec) {
        return (spec.dataBytes() + RECORD_OVERHEAD * spec.entries()) * 5 / 4 + (64L << 20);
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path directory = StoreFolder.of(spec, "CURRENT");
        version(); // loads the library: only the class RocksDB does by itself
        Cache cache = new HyperClockCache(spec.cacheBytes(), 0, -1, false);
        WriteBufferManager memtables = new WriteBufferManager(0, cache); // 0: no own limit, charged to the cache
        FailingListener listener = new FailingListener();
        Options options = options(spec, cache, memtables).setListeners(List.of(listener));
        List<AbstractNativeReference> opened = List.of(options, listener, memtables, cache);
        RocksDB db;
        try {
            db = RocksDB.open(options, directory.toString());
        } catch (RocksDBException refused) {
            opened.forEach(AbstractNativeReference::close);
            throw refused;
        }
        return new ComposedStore(() -> new RocksDbSession(db, spec), () -> {
                    try (db) {
                        if (spec.durability() == Durability.NONE) {
                            flush(db); // closing does it too, but ignores errors
                        }
                        db.closeE();
                    } finally {
                        opened.forEach(AbstractNativeReference::close);
                    }
                })
                .loadedBy(() -> new RocksDbLoader(db, options, directory, spec))
                .settledBy(() -> {
                    flush(db);
                    Debt.await("compaction", () -> isIdle(db));
                })
                .compactionsBy(() -> compactionNanos(db));
    }

    /** Flushes are in it, as compactions of level 0. It is counted whether statistics are on or not. */
    private static long compactionNanos(RocksDB db) throws RocksDBException {
        double seconds = Double.parseDouble(db.getMapProperty("rocksdb.cfstats").get("compaction.Sum.CompSec"));
        return (long) (seconds * 1e9);
    }

    private static void flush(RocksDB db) throws RocksDBException {
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            db.flush(wait);
        }
    }

    private static boolean isIdle(RocksDB db) throws RocksDBException {
        long busy = 0;
        for (String property : BUSY) {
            busy += db.getLongProperty(property);
        }
        return busy == 0;
    }

    private static Options options(StoreSpec spec, Cache cache, WriteBufferManager memtables) {
        boolean advised = !spec.has("default");
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockSize(Amount.bytes(spec.setting("blockSize", advised ? "16k" : "4k")));
        long writeBuffer = Amount.bytes(spec.setting("writeBuffer", "64m"));
        Options options = new Options()
                .setCreateIfMissing(spec.create())
                .setErrorIfExists(spec.create())
                .setWriteBufferSize(writeBuffer)
                .setUseDirectReads(spec.target().directIo())
                .setUseDirectIoForFlushAndCompaction(spec.target().directIo())
                .setAllowMmapReads(spec.has("mapped"));
        if (advised) {
            advise(table.setBlockCache(cache), spec);
            options.setWriteBufferManager(memtables)
                    .setWriteBufferSize(Math.min(writeBuffer, spec.cacheBytes() / 4))
                    .setIncreaseParallelism(
                            Math.max(LEAST_JOBS, Runtime.getRuntime().availableProcessors()))
                    .setBytesPerSync(1 << 20);
        }
        if (advised || spec.settings().containsKey("compression")) {
            options.setCompressionType(CompressionType.getCompressionType(spec.setting("compression", "none")));
        }
        return options.setTableFormatConfig(table);
    }

    private static void advise(BlockBasedTableConfig table, StoreSpec spec) {
        boolean cached = !spec.has("mapped"); // mapped blocks are not cached, but checked at each read
        table.setCacheIndexAndFilterBlocks(cached).setPinL0FilterAndIndexBlocksInCache(cached);
        if (spec.has("tuned")) {
            table.setFilterPolicy(new BloomFilter(10))
                    .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                    .setSeparateKeyValueInDataBlock(true)
                    .setIndexSearchType(IndexSearchType.kInterpolation);
        }
    }

    /**
     * On a full disk RocksDB and its writers wait until space is freed; without this recovery writers get the error. For a reason
     * that the binding does not know it prints a stack trace, and does not recover either.
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
