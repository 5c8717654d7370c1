package storemark.handwritten;

import java.io.IOException;
import java.util.SplittableRandom;
import net.openhft.chronicle.map.ChronicleMap;
import storemark.engine.DigestSink;
import storemark.engine.StoreSpec;

/** A Chronicle Map of longs and arrays of one length. */
final class ChronicleMapLoops extends Loops {
    private final ChronicleMap<Long, byte[]> map;
    private final byte[] value;

    ChronicleMapLoops(StoreSpec spec, DigestSink sink) throws IOException {
        super(spec, sink);
        value = new byte[records.maxValueBytes()];
        map = ChronicleMap.of(Long.class, byte[].class)
                .entries(spec.entries())
                .constantValueSizeBySample(value)
                .putReturnsNull(true)
                .createPersistedTo(
                        spec.target().directory().resolve("records.cm").toFile());
    }

    @Override
    public void load(long entries) {
        for (long id = 0; id < entries; id++) {
            records.value(id, 0, value);
            map.put(id, value);
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            byte[] found = map.getUsing(random.nextLong(range), value);
            sink.value(found, 0, found.length);
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            records.value(id, revision, value);
            map.put(id, value);
        }
    }

    @Override
    public void close() {
        map.close();
    }
}
