package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Thrown;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.ComposedStore;
import storemark.engines.Engines;

/** Which records a store has while it ages, and what becomes of stores that do not delete. */
class ChurnTest {
    /** Ids, of which none may be deleted that is not there, nor put that is. */
    private static class Ids implements Session {
        final Set<Long> ids;
        private final long size;
        int deletes;
        int commits;

        Ids(long first, long size) {
            ids = LongStream.range(first, first + size).boxed().collect(Collectors.toCollection(TreeSet::new));
            this.size = size;
        }

        @Override
        public boolean get(long id, Sink sink) {
            return ids.contains(id);
        }

        @Override
        public void put(long id, int revision) {
            assertTrue(ids.add(id), () -> id + " is put twice");
            assertEquals(0, revision);
        }

        @Override
        public void delete(long id) {
            assertTrue(ids.remove(id), () -> id + " is not there to be deleted");
            deletes++;
        }

        @Override
        public void commit() {
            assertEquals(size, ids.size());
            commits++;
        }
    }

    @Property(tries = 100)
    void leavesTheSameRecordsAfterAnyNumberOfTurnovers(
            @ForAll @IntRange(max = 3000) int entries, @ForAll @IntRange(max = 7) int turnovers, @ForAll long seed)
            throws Exception {
        Churn churn = new Churn(new Records(seed, 8, 0, 300, 0), entries, turnovers);
        Ids store = new Ids(churn.first(0), entries);
        churn.run(store, count -> {});
        assertEquals(new Ids(0, entries).ids, store.ids);
        assertEquals(entries * turnovers, store.deletes);
        assertEquals((entries + 499) / 500 * turnovers, store.commits);
    }

    @Test
    void everySecondTurnoverIsInAnotherOrder() throws Exception {
        StringBuilder order = new StringBuilder();
        Session recording = new Ids(0, 100) {
            @Override
            public void put(long id, int revision) {
                super.put(id, revision);
                order.append(id % 100).append(' ');
            }
        };
        new Churn(LogDataset.RECORDS, 100, 2).run(recording, count -> order.append('\n'));
        List<String> turnovers = order.toString().lines().toList();
        assertEquals(2, turnovers.size());
        assertFalse(turnovers.get(0).equals(turnovers.get(1)));
        assertFalse(turnovers.get(0).startsWith("0 1 2 "));
    }

    /** The heap, of which some records cannot be deleted. */
    private record Forgetful(Engine heap, long oneIn) implements Engine {
        @Override
        public String version() {
            return "1";
        }

        @Override
        public Traits traits() {
            return heap.traits();
        }

        @Override
        public Store open(StoreSpec spec) throws Exception {
            Store store = heap.open(spec);
            return new ComposedStore(() -> session(store.session()), store::close);
        }

        private Session session(Session whole) {
            return new Session() {
                @Override
                public boolean get(long id, Sink sink) throws Exception {
                    return whole.get(id, sink);
                }

                @Override
                public void put(long id, int revision) throws Exception {
                    whole.put(id, revision);
                }

                @Override
                public void delete(long id) throws Exception {
                    if (id % oneIn != 1) {
                        whole.delete(id);
                    }
                }

                @Override
                public int scan(long fromId, int limit, boolean ascending, Sink sink) throws Exception {
                    return whole.scan(fromId, limit, ascending, sink);
                }
            };
        }
    }

    private static DatasetSpec aged(Engine engine, long entries) {
        return DatasetSpec.of(engine, EngineSpec.parse("heap"), LogDataset.RECORDS, entries, null)
                .aged(2);
    }

    private static Engine forgetful(long oneIn) {
        return new Forgetful(Engines.load().of(EngineSpec.parse("heap")), oneIn);
    }

    @Test
    void refusesAStoreThatKeepsWhatWasDeleted(@TempDir Path directory) {
        Thrown.saying(
                DatasetException.class,
                "was deleted and is still there",
                () -> new Datasets(directory).load(aged(forgetful(10), 2000), LogDataset.QUIETLY, false));
    }

    @Test
    void verifyFindsTheOneRecordThatWasNotDeleted(@TempDir Path directory) throws Exception {
        Dataset dataset = new Datasets(directory).load(aged(forgetful(1L << 40), 4000), LogDataset.QUIETLY, false);
        assertTrue(dataset.verify(LogDataset.READING, Progress.Listener.NONE).sound());
        Dataset kept = new Datasets(directory).load(aged(forgetful(4003), 4001), LogDataset.QUIETLY, false);
        Verification found = kept.verify(LogDataset.READING, Progress.Listener.NONE);
        assertEquals(List.of("id 4004 is too many: the last is 4000"), found.first());
    }
}
