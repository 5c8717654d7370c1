package storemark.engines.control;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;

import java.nio.file.Files;
import java.nio.file.Path;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.StoreFolder;

/**
 * The control: encodes keys and values as every engine must, hands over one fixed value, and stores nothing. What it costs
 * is what the harness costs; a chart without it cannot be read.
 */
public final class NullEngine implements Engine {
    private static final Traits TRAITS = Traits.of("null", "Apache-2.0")
            .control()
            .keeps(Durability.NONE, "stores nothing")
            .keeps(Durability.PROCESS, "stores nothing")
            .keeps(Durability.POWER, "stores nothing")
            .can(Capability.SCAN, "hands over the same value")
            .can(Capability.REVERSE_SCAN, "hands over the same value")
            .can(Capability.TRANSACTIONS, "does nothing")
            .can(Capability.CONCURRENT_WRITES, "shares nothing")
            .cannot(
                    "stores nothing",
                    BLOCK_DEVICE,
                    DIRECT_IO_FILE,
                    DIRECT_IO_DEVICE,
                    MMAP,
                    CHECKSUMS,
                    ENCRYPTION,
                    COMPRESSION)
            .build();

    @Override
    public String version() {
        return "the control: stores nothing";
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** Nothing is kept but the folder. */
    @Override
    public long diskBytes(StoreSpec spec) {
        return 1 << 20;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path marker = StoreFolder.of(spec, "nothing").resolve("nothing");
        if (spec.create()) {
            Files.writeString(marker, "The control engine stores nothing.\n");
        }
        return new Store() {
            @Override
            public Session session() {
                return new NullSession(spec.records(), spec.entries());
            }

            @Override
            public void close() {}
        };
    }

    private static final class NullSession implements Session {
        private final Records records;
        private final long entries;
        private final byte[] key;
        private final byte[] written;
        private final byte[] value;

        NullSession(Records records, long entries) {
            this.records = records;
            this.entries = entries;
            key = new byte[records.keyBytes()];
            written = new byte[records.maxValueBytes()];
            value = new byte[records.maxValueBytes()];
            records.value(0, 0, value);
        }

        @Override
        public boolean get(long id, Sink sink) {
            records.key(id, key);
            sink.value(value, 0, records.valueBytes(id));
            return true;
        }

        @Override
        public void put(long id, int revision) {
            records.key(id, key);
            records.value(id, revision, written);
        }

        @Override
        public boolean delete(long id) {
            records.key(id, key);
            return true;
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) {
            records.key(fromId, key);
            long there = ascending ? entries - fromId : fromId + 1;
            int count = (int) Math.max(0, Math.min(limit, there));
            for (int at = 0; at < count; at++) {
                sink.value(value, 0, value.length);
            }
            return count;
        }
    }
}
