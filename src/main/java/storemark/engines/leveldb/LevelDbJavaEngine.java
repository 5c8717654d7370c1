package storemark.engines.leveldb;

import static storemark.engine.Capability.MMAP;
import static storemark.engine.Durability.POWER;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.ReadOptions;
import org.iq80.leveldb.Snapshot;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;
import org.iq80.leveldb.env.Env;
import org.iq80.leveldb.fileenv.EnvImpl;
import org.iq80.leveldb.impl.DbImpl;
import org.iq80.leveldb.impl.Iq80DBFactory;
import org.iq80.leveldb.iterator.DBIteratorAdapter;
import org.iq80.leveldb.iterator.DBIteratorAdapter.DbEntry;
import org.iq80.leveldb.table.BloomFilterPolicy;
import org.iq80.leveldb.util.Slice;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;

/** LevelDB in Java: the port of iq80 as kept by pcmind. See docs/engines/leveldb.md. */
public final class LevelDbJavaEngine extends LevelDb {
    private static final int BLOOM_BITS = 10;

    private static final Traits TRAITS = LevelDb.declare("leveldb-java", "Apache-2.0", "a memory map")
            .profile("tuned", "Bloom filter of 10 bits per key, write buffer of 64 MiB, all files kept open")
            .keeps(POWER, "sync=true: the log is synchronised at each commit, by files of the adapter's own")
            .can(MMAP, "up to 1000 files, by the library's own choice; at durability power only to read")
            .build();

    @Override
    public String version() {
        return "pcmind leveldb " + LibraryVersion.of(Iq80DBFactory.class, "io.github.pcmind", "leveldb");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** The block cache and two write buffers are on the heap. */
    @Override
    public long heapBytes(StoreSpec spec) {
        LevelDb.Memory memory = LevelDb.Memory.of(spec);
        return memory.blockCache() * 3 / 2 + 4 * memory.writeBuffer();
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        LevelDb.Memory memory = LevelDb.Memory.of(spec);
        Path directory = StoreFolder.of(spec, "CURRENT");
        Options options = new Options()
                .createIfMissing(spec.create())
                .errorIfExists(spec.create())
                .compressionType(LevelDb.compresses(spec) ? CompressionType.SNAPPY : CompressionType.NONE)
                .writeBufferSize((int) memory.writeBuffer())
                .cacheSize(memory.blockCache());
        if (spec.has("tuned")) {
            options.maxOpenFiles(50_000).filterPolicy(new BloomFilterPolicy(BLOOM_BITS));
        }
        Env files = spec.durability() == Durability.POWER ? LevelDbJavaFiles.synchronised() : EnvImpl.createEnv();
        DB db = new DbImpl(options, directory.toAbsolutePath().toString(), files);
        return LevelDb.store(spec, () -> session(db, spec), () -> db.getProperty("leveldb.stats"), db::close);
    }

    /** The library's table in memory keeps the arrays that it is given: each write needs new ones. */
    private static Session session(DB db, StoreSpec spec) {
        Records records = spec.records();
        ReadOptions reads = new ReadOptions();
        WriteOptions writes = new WriteOptions().sync(spec.durability() == Durability.POWER);
        byte[] sought = new byte[records.keyBytes()];
        return new Session() {
            private WriteBatch batch;
            private Snapshot snapshot;

            @Override
            public boolean get(long id, Sink sink) {
                records.key(id, sought);
                return sink.found(db.get(sought, reads));
            }

            @Override
            public void put(long id, int revision) {
                byte[] key = records.key(id);
                byte[] value = records.value(id, revision);
                if (batch != null) {
                    batch.put(key, value);
                } else {
                    db.put(key, value, writes);
                }
            }

            @Override
            public void delete(long id) {
                byte[] key = records.key(id);
                if (batch != null) {
                    batch.delete(key);
                } else {
                    db.delete(key, writes);
                }
            }

            @Override
            public int scan(long fromId, int limit, boolean ascending, Sink sink) {
                records.key(fromId, sought);
                try (DBIteratorAdapter at = (DBIteratorAdapter) db.iterator(reads)) {
                    at.seek(sought);
                    DbEntry entry;
                    if (ascending) {
                        entry = at.hasNext() ? at.next() : null;
                    } else if (!at.hasNext()) {
                        at.seekToLast();
                        entry = at.hasPrev() ? at.prev() : null;
                    } else {
                        boolean exact = Arrays.equals(at.peekNext().getKey(), sought);
                        entry = exact ? at.next() : at.hasPrev() ? at.prev() : null;
                    }
                    boolean keys = sink.wantsKeys();
                    int count = 0;
                    while (entry != null) {
                        if (keys) {
                            Slice key = entry.getKeySlice();
                            sink.key(key.getRawArray(), key.getRawOffset());
                        }
                        Slice value = entry.getValueSlice();
                        sink.value(value.getRawArray(), value.getRawOffset(), value.length());
                        boolean more = ++count < limit && (ascending ? at.hasNext() : at.hasPrev());
                        entry = !more ? null : ascending ? at.next() : at.prev();
                    }
                    return count;
                }
            }

            @Override
            public void begin(boolean write) {
                if (write) {
                    batch = db.createWriteBatch();
                } else {
                    snapshot = db.getSnapshot();
                    reads.snapshot(snapshot);
                }
            }

            @Override
            public void commit() throws IOException {
                if (batch != null) {
                    db.write(batch, writes);
                    batch = null;
                } else {
                    reads.snapshot(null);
                    snapshot.close();
                    snapshot = null;
                }
            }

            @Override
            public void close() throws IOException {
                if (snapshot != null) {
                    snapshot.close();
                }
            }
        };
    }
}
