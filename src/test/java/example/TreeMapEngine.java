package example;

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
 * A third-party engine, in a jar of its own: a synchronised {@link TreeMap} that keeps ids and revisions. All it takes is this
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
        Path file = spec.target().directory().resolve("treemap.txt");
        NavigableMap<Long, Integer> map = Collections.synchronizedNavigableMap(new TreeMap<>(Long::compareUnsigned));
        if (!spec.create()) {
            for (String line : Files.readAllLines(file)) {
                int comma = line.indexOf(',');
                map.put(Long.valueOf(line.substring(0, comma)), Integer.valueOf(line.substring(comma + 1)));
            }
        }
        return new Store() {
            @Override
            public Session session() {
                return new TreeMapSession(map, spec.records());
            }

            @Override
            public void close() throws Exception {
                Files.write(
                        file,
                        map.entrySet().stream()
                                .map(entry -> entry.getKey() + "," + entry.getValue())
                                .toList());
            }
        };
    }

    private static final class TreeMapSession implements Session {
        private final NavigableMap<Long, Integer> map;
        private final Records records;
        private final byte[] key;
        private final byte[] value;

        TreeMapSession(NavigableMap<Long, Integer> map, Records records) {
            this.map = map;
            this.records = records;
            key = new byte[records.keyBytes()];
            value = new byte[records.maxValueBytes()];
        }

        @Override
        public boolean get(long id, Sink sink) {
            Integer revision = map.get(id);
            if (revision == null) {
                return false;
            }
            sink.value(value, 0, records.value(id, revision, value));
            return true;
        }

        @Override
        public void put(long id, int revision) {
            map.put(id, revision);
        }

        @Override
        public boolean delete(long id) {
            return map.remove(id) != null;
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) {
            int count = 0;
            synchronized (map) {
                Map<Long, Integer> part = ascending
                        ? map.tailMap(fromId, true)
                        : map.headMap(fromId, true).descendingMap();
                for (Map.Entry<Long, Integer> entry : part.entrySet()) {
                    if (sink.wantsKeys()) {
                        records.key(entry.getKey(), key);
                        sink.key(key, 0);
                    }
                    sink.value(value, 0, records.value(entry.getKey(), entry.getValue(), value));
                    if (++count == limit) {
                        break;
                    }
                }
            }
            return count;
        }
    }
}
