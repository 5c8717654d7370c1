package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Survivors;

/** Kills a process that has committed: what is there afterwards must be what is promised, and at {@code none} what is declared. */
class EngineKillTest {
    private static final Records RECORDS = new Records(9, 8, 100, 100, 0.0);
    private static final int BATCHED = 50;
    /** H2 writes its commits every 0.5 s, the other engines with a timer every second. */
    private static final long SHORTEST_TIMER_NANOS = 400_000_000;

    private static final String SLOW = "puts took longer than the shortest timer";

    /** Puts by themselves; fewer where each waits for the device, or is a file. */
    private static int single(Variant variant, Durability durability) {
        boolean waits =
                durability == Durability.POWER || variant.traits().exceeded().contains(durability);
        return waits ? 30 : variant.count(3000, 300);
    }

    private static boolean keeps(Variant variant, Durability durability) {
        return variant.traits().durability(durability).supported();
    }

    /** Promises that are tested of a variant, each with a store of its own in the process that is killed: those of a library as it comes are plain's. */
    private static List<Durability> promises(Variant variant) {
        return Stream.of(Durability.PROCESS, Durability.POWER)
                .filter(durability -> keeps(variant, durability))
                .filter(durability -> !variant.named().options().contains("default"))
                .toList();
    }

    static Stream<Variant> committing() {
        return Variant.all()
                .filter(variant ->
                        keeps(variant, Durability.NONE) || !promises(variant).isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("committing")
    @Timeout(120)
    void leavesWhatIsPromisedAndAtNoneWhatIsDeclared(Variant variant, @TempDir Path directory) throws Exception {
        variant.assumeAvailable();
        boolean none = keeps(variant, Durability.NONE);
        List<Durability> levels = new ArrayList<>(promises(variant));
        if (none) {
            levels.add(Durability.NONE); // last: what a timer saves meanwhile is as little as it can be
        }
        kill(directory, variant, levels);
        for (Durability durability : promises(variant)) {
            everyCommitIsThere(variant, directory, durability);
        }
        if (none) {
            whatIsDeclaredIsThere(variant, directory);
        }
    }

    private static void everyCommitIsThere(Variant variant, Path directory, Durability durability) throws Exception {
        int single = single(variant, durability);
        try (OpenStore store = existing(variant, directory, durability)) {
            for (int id = 0; id < single + BATCHED; id++) {
                Entry expected = id == 0 ? null : Entry.of(RECORDS, id, id < single ? 1 : 0);
                assertEquals(expected, store.get(id), durability.label() + ": record " + id);
            }
        }
    }

    /** Of puts by themselves; what was settled before is there, unless the store does not open. */
    private static void whatIsDeclaredIsThere(Variant variant, Path directory) throws Exception {
        Survivors declared = variant.traits().survivors();
        if (declared == Survivors.UNOPENED) {
            Exception refused = assertThrows(Exception.class, () -> existing(variant, directory, Durability.NONE));
            System.out.printf("%s: does not open: %s%n", variant, refused.getMessage());
            return;
        }
        int single = single(variant, Durability.NONE);
        try (OpenStore store = existing(variant, directory, Durability.NONE)) {
            for (int id = single; id < single + BATCHED; id++) {
                assertEquals(Entry.of(RECORDS, id, 0), store.get(id), "settled record " + id);
            }
            int kept = 0;
            while (kept < single && store.get(kept) != null) {
                kept++;
            }
            System.out.printf("%s: %d of %d puts survive a kill%n", variant, kept, single);
            for (int id = 0; id < single; id++) {
                assertEquals(id < kept ? Entry.of(RECORDS, id, 0) : null, store.get(id), "record " + id);
            }
            Survivors found = kept == single ? Survivors.ALL : kept == 0 ? Survivors.NONE : Survivors.SOME;
            // What a timer or a small buffer saves may be nothing, and everything where puts took longer than the
            // timer.
            boolean may = kept == 0 || Files.exists(directory.resolve(SLOW));
            assertEquals(declared, declared == Survivors.SOME && may ? Survivors.SOME : found);
        }
    }

    private static void kill(Path directory, Variant variant, List<Durability> levels) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(variant.toString(), directory.toString()));
        levels.forEach(level -> arguments.add(level.name()));
        List<String> quickly = List.of("-XX:TieredStopAtLevel=1");
        KilledChild.run(Child.class, directory, quickly, arguments.toArray(String[]::new));
    }

    private static OpenStore existing(Variant variant, Path directory, Durability durability) throws Exception {
        Path data = directory.resolve(durability.label());
        return OpenStore.existing(variant, data, durability, RECORDS, single(variant, durability) + BATCHED);
    }

    /** Commits at each level that it is given and dies, without closing a store. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws Exception {
            Variant variant = Variant.parse(args[0]);
            Map<Durability, OpenStore> open = new LinkedHashMap<>();
            for (String level : List.of(args).subList(2, args.length)) {
                Durability durability = Durability.valueOf(level);
                Path data = Files.createDirectory(Path.of(args[1], durability.label()));
                int records = single(variant, durability) + BATCHED;
                open.put(durability, OpenStore.create(variant, data, durability, RECORDS, records));
            }
            for (Map.Entry<Durability, OpenStore> each : open.entrySet()) {
                int single = single(variant, each.getKey());
                if (each.getKey() == Durability.NONE) {
                    settleAndPut(each.getValue(), single, Path.of(args[1]));
                } else {
                    commit(each.getValue(), single);
                }
            }
            KilledChild.die();
        }

        private static void settleAndPut(OpenStore store, int single, Path directory) throws Exception {
            putBatch(store, single);
            store.closeSession();
            store.store().settle();
            Session session = store.store().session(); // left open
            long began = System.nanoTime();
            for (int id = 0; id < single; id++) {
                session.put(id, 0);
            }
            if (System.nanoTime() - began > SHORTEST_TIMER_NANOS) {
                Files.createFile(directory.resolve(SLOW));
            }
        }

        private static void putBatch(OpenStore store, int from) throws Exception {
            store.session().begin(true);
            for (int id = from; id < from + BATCHED; id++) {
                store.session().put(id, 0);
            }
            store.session().commit();
        }

        private static void commit(OpenStore store, int single) throws Exception {
            for (int revision = 0; revision < 2; revision++) {
                for (int id = 0; id < single; id++) {
                    store.session().put(id, revision);
                }
            }
            putBatch(store, single);
            store.session().delete(0);
        }
    }
}
