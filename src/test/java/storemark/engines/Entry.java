package storemark.engines;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import storemark.engine.Records;
import storemark.engine.Sink;

/** A record as a store gave it back, or as it should be: short enough to be read in a failed assertion. */
public record Entry(String id, int bytes, int hash) {
    public static Entry of(Records records, long id, int revision) {
        byte[] value = records.value(id, revision);
        return new Entry(Long.toUnsignedString(id), value.length, Arrays.hashCode(value));
    }

    /** The records of {@code ids} in revision 0. */
    public static List<Entry> list(Records records, long... ids) {
        return LongStream.of(ids).mapToObj(id -> of(records, id, 0)).toList();
    }

    /** Keeps all that a scan hands over, or the one value that a get does. Buffers must come as the SPI promises. */
    static final class Collector extends Sink {
        private final Records records;
        private final List<Entry> entries = new ArrayList<>();
        private String id;

        /** Takes the results of a scan, which brings its keys along. */
        Collector(Records records) {
            this.records = records;
        }

        /** Takes the result of a get of {@code id}, which brings none. */
        Collector(Records records, long id) {
            this.records = records;
            this.id = Long.toUnsignedString(id);
        }

        List<Entry> entries() {
            return entries;
        }

        @Override
        public boolean wantsKeys() {
            return true;
        }

        @Override
        public void key(byte[] buffer, int offset) {
            id = Long.toUnsignedString(records.id(buffer, offset));
        }

        @Override
        public void key(ByteBuffer buffer) {
            id = Long.toUnsignedString(records.id(buffer));
        }

        @Override
        public void value(byte[] buffer, int offset, int length) {
            entries.add(new Entry(id, length, Arrays.hashCode(Arrays.copyOfRange(buffer, offset, offset + length))));
        }

        @Override
        public void value(ByteBuffer buffer) {
            byte[] copy = new byte[buffer.remaining()];
            buffer.get(buffer.position(), copy);
            value(copy, 0, copy.length);
        }
    }
}
