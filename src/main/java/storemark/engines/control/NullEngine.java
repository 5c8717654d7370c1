package storemark.engines.control;

import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.NONE;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.nio.file.Files;
import java.nio.file.Path;
import storemark.engine.Capability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.ComposedStore;
import storemark.engines.StoreFolder;

/**
 * The control: encodes keys and values as every engine must, hands over one fixed value, and stores nothing. Its cost is
 * the cost of the harness.
 */
public final class NullEngine implements Engine {
    private static final Traits TRAITS = Traits.of(EngineSpec.CONTROL, "Apache-2.0")
            .cannot("stores nothing", Capability.values())
            .keeps(NONE, "stores nothing")
            .keeps(PROCESS, "stores nothing")
            .keeps(POWER, "stores nothing")
            .can(SCAN, "hands over the same value")
            .can(REVERSE_SCAN, "hands over the same value")
            .can(TRANSACTIONS, "does nothing")
            .can(CONCURRENT_WRITES, "shares nothing")
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
        return new ComposedStore(() -> session(spec.records(), spec.entries()), () -> {});
    }

    private static Session session(Records records, long entries) {
        byte[] key = new byte[records.keyBytes()];
        byte[] written = new byte[records.maxValueBytes()];
        byte[] value = new byte[records.maxValueBytes()];
        records.value(0, 0, value);
        return new Session() {
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
            public void delete(long id) {
                records.key(id, key);
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
        };
    }
}
