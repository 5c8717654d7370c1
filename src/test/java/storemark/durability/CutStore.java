package storemark.durability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.Traits;

/**
 * A store in memory that ends in the midst of a commit, and then has what it had kept. It keeps what it promises, or one of its
 * faults makes that it does not.
 */
final class CutStore implements Store {
    /** What it does wrong. */
    enum Fault {
        NONE,
        /** A commit returns before it is kept. */
        ACKNOWLEDGES_BEFORE_IT_WRITES,
        /** A batch is kept record by record. */
        TEARS_BATCHES
    }

    static final Traits TRAITS = Traits.of("cut", "Apache-2.0")
            .keeps(Durability.PROCESS, "in a second map")
            .can(Capability.SCAN, "a map in order")
            .can(Capability.REVERSE_SCAN, "a map in order")
            .can(Capability.TRANSACTIONS, "but for its faults")
            .build();

    /** Thrown where it is cut. */
    static final class IsCut extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** What is there after the cut; a test may change it. */
    final NavigableMap<Long, byte[]> kept = new TreeMap<>();
    /** Ids that scans leave out. */
    final List<Long> hidden = new ArrayList<>();

    private final Records records;
    private final Fault fault;
    private int left;
    /** What its process sees until the cut. */
    private NavigableMap<Long, byte[]> seen = new TreeMap<>();

    private final List<Consumer<Map<Long, byte[]>>> late = new ArrayList<>();
    private List<Consumer<Map<Long, byte[]>>> batch;

    /** @param changes that it takes before it is cut */
    CutStore(Script script, Fault fault, int changes) {
        records = script.records();
        this.fault = fault;
        left = changes;
    }

    private void change(Consumer<Map<Long, byte[]>> change) {
        change.accept(seen);
        if (batch == null || fault == Fault.TEARS_BATCHES) {
            write(List.of(change));
        } else {
            batch.add(change);
        }
        if (--left == 0) {
            cut();
            throw new IsCut();
        }
    }

    /** From now on it has what was kept. */
    void cut() {
        seen = kept;
    }

    private void write(List<Consumer<Map<Long, byte[]>>> changes) {
        if (fault == Fault.ACKNOWLEDGES_BEFORE_IT_WRITES) {
            late.forEach(change -> change.accept(kept));
            late.clear();
            late.addAll(changes);
        } else {
            changes.forEach(change -> change.accept(kept));
        }
    }

    @Override
    public Session session() {
        return new Session() {
            @Override
            public boolean get(long id, Sink sink) {
                return sink.found(seen.get(id));
            }

            @Override
            public void put(long id, int revision) {
                byte[] value = records.value(id, revision);
                change(records -> records.put(id, value));
            }

            @Override
            public void delete(long id) {
                change(records -> records.remove(id));
            }

            @Override
            public int scan(long fromId, int limit, boolean ascending, Sink sink) {
                (ascending ? kept : kept.descendingMap()).forEach((id, value) -> {
                    if (!hidden.contains(id)) {
                        sink.key(records.key(id), 0);
                        sink.value(value, 0, value.length);
                    }
                });
                return kept.size();
            }

            @Override
            public void begin(boolean write) {
                batch = new ArrayList<>();
            }

            @Override
            public void commit() {
                List<Consumer<Map<Long, byte[]>>> done = batch;
                batch = null;
                write(done);
            }
        };
    }

    @Override
    public void close() {}
}
