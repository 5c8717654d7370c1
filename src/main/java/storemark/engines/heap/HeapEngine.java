package storemark.engines.heap;

import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import storemark.engine.Capability;
import storemark.engine.Engine;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engines.ComposedStore;

/**
 * The oracle: a {@link ConcurrentSkipListMap} of ids to values, against which every other engine is checked. A clean close
 * writes the map to one file, so that its datasets can be kept like others.
 */
public final class HeapEngine implements Engine {
    /** A skip-list node, its share of index nodes, a boxed id and an array header: measured at some 120 bytes. */
    private static final long OVERHEAD_BYTES = 120;

    private static final Traits TRAITS = Traits.of("heap", "GPL-2.0-only WITH Classpath-exception-2.0")
            .cannot("lives in the heap", Capability.values())
            .none(Survivors.NONE, "lives in the heap; written to a file by a clean close")
            .refuses(PROCESS, "the map dies with the process")
            .refuses(POWER, "the map dies with the process")
            .can(SCAN, "tailMap")
            .can(REVERSE_SCAN, "descendingMap")
            .cannot(TRANSACTIONS, "each put takes effect at once, a batch is not atomic")
            .can(CONCURRENT_WRITES, "lock-free")
            .build();

    @Override
    public String version() {
        return "java.util.concurrent of Java " + Runtime.version();
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public long heapBytes(StoreSpec spec) {
        return spec.dataBytes() * 3 / 2 + spec.entries() * OVERHEAD_BYTES;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path file = spec.target().directory().resolve("heap.map");
        ConcurrentSkipListMap<Long, byte[]> map = new ConcurrentSkipListMap<>(Long::compareUnsigned);
        if (!spec.create()) {
            read(file, map);
        }
        return new ComposedStore(() -> session(spec.records(), map), () -> write(file, map))
                .settledBy(() -> write(file, map));
    }

    private static void read(Path file, Map<Long, byte[]> map) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            for (long count = in.readLong(); count > 0; count--) {
                long id = in.readLong();
                int length = in.readInt();
                if (length < 0 || length > Records.MAX_VALUE_BYTES) {
                    throw new IOException(file + " is damaged: a value of " + length + " bytes");
                }
                byte[] value = new byte[length];
                in.readFully(value);
                map.put(id, value);
            }
        }
    }

    private static void write(Path file, Map<Long, byte[]> map) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
            out.writeLong(map.size());
            for (Map.Entry<Long, byte[]> entry : map.entrySet()) {
                out.writeLong(entry.getKey());
                out.writeInt(entry.getValue().length);
                out.write(entry.getValue());
            }
        }
    }

    private static Session session(Records records, ConcurrentSkipListMap<Long, byte[]> map) {
        byte[] key = new byte[records.keyBytes()];
        return new Session() {
            @Override
            public boolean get(long id, Sink sink) {
                return sink.found(map.get(id));
            }

            @Override
            public void put(long id, int revision) {
                map.put(id, records.value(id, revision));
            }

            @Override
            public void delete(long id) {
                map.remove(id);
            }

            @Override
            public int scan(long fromId, int limit, boolean ascending, Sink sink) {
                ConcurrentNavigableMap<Long, byte[]> part = ascending
                        ? map.tailMap(fromId, true)
                        : map.headMap(fromId, true).descendingMap();
                boolean keys = sink.wantsKeys();
                int count = 0;
                for (Map.Entry<Long, byte[]> entry : part.entrySet()) {
                    if (keys) {
                        records.key(entry.getKey(), key);
                        sink.key(key, 0);
                    }
                    sink.value(entry.getValue(), 0, entry.getValue().length);
                    if (++count == limit) {
                        break;
                    }
                }
                return count;
            }
        };
    }
}
