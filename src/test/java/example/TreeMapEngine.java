package example;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;

/**
 * A third-party engine, in a jar of its own: a synchronised {@link TreeMap} of ids and values. All it takes is this
 * class and its name in {@code META-INF/services/storemark.engine.Engine}.
 */
public final class TreeMapEngine implements Engine {
    @Override
    public String version() {
        return "an example, Java " + Runtime.version().feature();
    }

    @Override
    public Traits traits() {
        return Traits.of("treemap", "Apache-2.0")
                .keeps(Durability.NONE, "lives in the heap, written to a file when it is closed")
                .can(Capability.SCAN, "tailMap")
                .can(Capability.REVERSE_SCAN, "descendingMap")
                .build();
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path file = spec.target().directory().resolve("treemap.data");
        NavigableMap<Long, byte[]> map = Collections.synchronizedNavigableMap(new TreeMap<>(Long::compareUnsigned));
        if (!spec.create()) {
            read(file, map);
        }
        return new Store() {
            @Override
            public Session session() {
                return new TreeMapSession(map, spec.records());
            }

            @Override
            public void close() throws IOException {
                write(file, map);
            }
        };
    }

    private static void read(Path file, Map<Long, byte[]> map) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (int left = in.readInt(); left > 0; left--) {
                long id = in.readLong();
                map.put(id, in.readNBytes(in.readInt()));
            }
        }
    }

    private static void write(Path file, Map<Long, byte[]> map) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeInt(map.size());
            for (Map.Entry<Long, byte[]> entry : map.entrySet()) {
                out.writeLong(entry.getKey());
                out.writeInt(entry.getValue().length);
                out.write(entry.getValue());
            }
        }
    }

    private static final class TreeMapSession implements Session {
        private final NavigableMap<Long, byte[]> map;
        private final Records records;
        private final byte[] key;

        TreeMapSession(NavigableMap<Long, byte[]> map, Records records) {
            this.map = map;
            this.records = records;
            key = new byte[records.keyBytes()];
        }

        @Override
        public boolean get(long id, Sink sink) {
            byte[] value = map.get(id);
            if (value == null) {
                return false;
            }
            sink.value(value, 0, value.length);
            return true;
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
            int count = 0;
            synchronized (map) {
                Map<Long, byte[]> part = ascending
                        ? map.tailMap(fromId, true)
                        : map.headMap(fromId, true).descendingMap();
                for (Map.Entry<Long, byte[]> entry : part.entrySet()) {
                    if (sink.wantsKeys()) {
                        records.key(entry.getKey(), key);
                        sink.key(key, 0);
                    }
                    sink.value(entry.getValue(), 0, entry.getValue().length);
                    if (++count == limit) {
                        break;
                    }
                }
            }
            return count;
        }
    }
}
