package storemark.durability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import storemark.durability.CutStore.Fault;
import storemark.engine.Target;
import storemark.results.Finding;

/** What is wrong with a store is found, and only that. */
class CheckerTest {
    private static final int CUTS = 10;
    private static final int CHANGES = 4_000;
    private static final int FOREVER = Integer.MAX_VALUE;

    @TempDir
    private Path folder;

    private Findings cut(Fault fault, int cut) throws Exception {
        Script script = new Script(7, 4 * cut); // rounds of one thread and small values
        CutStore store = new CutStore(script, fault, 1 + new SplittableRandom(cut).nextInt(CHANGES));
        Path acknowledgements = java.nio.file.Files.createDirectory(folder.resolve(fault + "-" + cut));
        Writer writer = new Writer(script, Target.directory(folder), FOREVER, acknowledgements, null);
        assertInstanceOf(
                CutStore.IsCut.class,
                assertThrows(ExecutionException.class, () -> writer.write(store))
                        .getCause());
        return Checker.check(
                store,
                CutStore.TRAITS,
                script,
                Acknowledgements.read(acknowledgements, script).at(0));
    }

    private Set<Finding> cuts(Fault fault) throws Exception {
        Set<Finding> found = new TreeSet<>();
        for (int cut = 0; cut < CUTS; cut++) {
            found.addAll(cut(fault, cut).counts().keySet());
        }
        return found;
    }

    @Test
    void aStoreThatKeepsItsPromiseHasNoFindings() throws Exception {
        assertEquals(Set.of(), cuts(Fault.NONE));
    }

    @Test
    void aStoreThatAcknowledgesBeforeItWritesIsCaughtWithinTenCuts() throws Exception {
        assertTrue(cuts(Fault.ACKNOWLEDGES_BEFORE_IT_WRITES).contains(Finding.LOST));
    }

    @Test
    void aStoreThatTearsBatchesIsCaughtWithinTenCuts() throws Exception {
        assertEquals(Set.of(Finding.HALF_BATCH), cuts(Fault.TEARS_BATCHES));
    }

    /** Three commits are acknowledged, and a fourth is not there. */
    private static final Script SCRIPT = new Script(3, 0);

    private static CutStore written() throws Exception {
        CutStore store = new CutStore(SCRIPT, Fault.NONE, FOREVER);
        Commits commits = SCRIPT.commits(0);
        try (var session = store.session()) {
            for (int each = 0; each < 3; each++) {
                for (Commits.Change change : commits.next()) {
                    Writer.apply(session, change);
                }
            }
        }
        store.cut();
        return store;
    }

    private static Map<Finding, Integer> check(CutStore store) {
        return Checker.check(store, CutStore.TRAITS, SCRIPT, 3).counts();
    }

    /** Ways to spoil a store, with what is found. */
    private enum Damage {
        NONE(null, 0),
        REMOVED(Finding.LOST, 1),
        OLDER(Finding.LOST, 1),
        WRONG_BYTE(Finding.TORN, 1),
        SHORTER(Finding.TORN, 1),
        NEVER_WRITTEN(Finding.OUT_OF_NOTHING, 1),
        UNKNOWN_KEY(Finding.ONLY_IN_SCAN, 2),
        HIDDEN(Finding.MISSING_FROM_SCAN, 2);

        private final Finding found;
        private final int times;

        Damage(Finding found, int times) {
            this.found = found;
            this.times = times;
        }

        void to(CutStore store) {
            NavigableMap<Long, byte[]> kept = store.kept;
            switch (this) {
                case NONE -> {}
                case REMOVED -> kept.pollFirstEntry();
                case OLDER -> {
                    long id = kept.lastKey();
                    byte[] first = SCRIPT.records().value(id, 1);
                    kept.put(
                            id,
                            Arrays.equals(kept.get(id), first)
                                    ? SCRIPT.records().value(id, 2)
                                    : first);
                }
                case WRONG_BYTE -> kept.firstEntry().getValue()[99] ^= 1;
                case SHORTER -> kept.put(kept.firstKey(), new byte[0]);
                case NEVER_WRITTEN -> {
                    long id = 0;
                    while (kept.containsKey(id)) {
                        id++;
                    }
                    kept.put(id, new byte[100]);
                }
                case UNKNOWN_KEY -> kept.put(1_000_000L, new byte[100]);
                case HIDDEN -> store.hidden.add(kept.firstKey());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachDamageIsFoundAsWhatItIs(Damage damage) throws Exception {
        CutStore store = written();
        damage.to(store);
        assertEquals(damage.times == 0 ? Map.of() : Map.of(damage.found, damage.times), check(store));
    }

    @Test
    void aStoreThatTakesNoMoreIsFound() throws Exception {
        CutStore store = new CutStore(SCRIPT, Fault.NONE, 1);
        assertEquals(
                Set.of(Finding.DID_NOT_WRITE),
                Checker.check(store, CutStore.TRAITS, SCRIPT, 0).counts().keySet());
    }

    @Test
    void theSameNumbersMakeTheSameCommits() {
        for (int round = 0; round < 4; round++) {
            Script script = new Script(5, round);
            for (int thread = 0; thread < script.threads(); thread++) {
                assertEquals(first(script, thread), first(new Script(5, round), thread));
                assertNotEquals(first(script, thread), first(new Script(6, round), thread));
            }
        }
    }

    private static List<Commits.Change> first(Script script, int thread) {
        Commits commits = script.commits(thread);
        List<Commits.Change> changes = new ArrayList<>();
        for (int each = 0; each < 30; each++) {
            changes.addAll(commits.next());
        }
        return changes;
    }
}
