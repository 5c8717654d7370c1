package storemark.handwritten;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.EnvOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IndexSearchType;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/** rocksdbjni with arrays that are used again; a table file made outside and moved in for a load. No filters, which only cost where all is in memory. */
final class RocksDbLoops extends Loops {
    static {
        RocksDB.loadLibrary(); // the options of a field come before the store is opened
    }

    private final Path directory;
    private final Options options;
    private final RocksDB db;
    private final ReadOptions reads = new ReadOptions();
    private final WriteOptions writes;
    private final byte[] key = new byte[Long.BYTES];
    private final byte[] value;

    RocksDbLoops(StoreSpec spec, DigestSink sink) throws RocksDBException {
        super(spec, sink);
        value = new byte[records.maxValueBytes()];
        directory = spec.target().directory();
        writes = new WriteOptions()
                .setDisableWAL(spec.durability() == Durability.NONE)
                .setSync(spec.durability() == Durability.POWER);
        HyperClockCache cache = new HyperClockCache(spec.cacheBytes(), 0, -1, false);
        options = new Options()
                .setCreateIfMissing(true)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setWriteBufferSize(Math.min(64 << 20, spec.cacheBytes() / 4))
                .setWriteBufferManager(new WriteBufferManager(0, cache))
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setBlockSize(16 << 10)
                        .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                        .setSeparateKeyValueInDataBlock(true)
                        .setIndexSearchType(IndexSearchType.kInterpolation));
        db = RocksDB.open(options, directory.toString());
    }

    @Override
    public void load(long entries) throws RocksDBException {
        List<String> files = new ArrayList<>();
        try (SstFileWriter writer = new SstFileWriter(new EnvOptions(), options);
                IngestExternalFileOptions move = new IngestExternalFileOptions().setMoveFiles(true)) {
            for (long id = 0, bytes = 0; id < entries; id++) {
                if (bytes == 0) {
                    files.add(directory.resolve("load-" + files.size() + ".sst").toString());
                    writer.open(files.get(files.size() - 1));
                }
                records.key(id, key);
                records.value(id, 0, value);
                writer.put(key, value);
                bytes += key.length + value.length;
                if (bytes >= options.targetFileSizeBase() || id == entries - 1) {
                    writer.finish();
                    bytes = 0;
                }
            }
            db.ingestExternalFile(files, move);
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws RocksDBException {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), key);
            sink.value(value, 0, db.get(reads, key, 0, key.length, value, 0, value.length));
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws RocksDBException {
        try (RocksIterator iterator = db.newIterator(reads)) {
            for (int at = 0; at < count; at++) {
                records.key(random.nextLong(range), key);
                iterator.refresh();
                iterator.seek(key);
                for (int next = 0; next < length && iterator.isValid(); next++) {
                    sink.value(value, 0, iterator.value(value, 0, value.length));
                    iterator.next();
                }
            }
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws RocksDBException {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            records.key(id, key);
            records.value(id, revision, value);
            db.put(writes, key, value);
        }
    }

    @Override
    public void close() throws RocksDBException {
        db.closeE();
        options.close();
    }
}
