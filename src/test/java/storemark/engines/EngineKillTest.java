package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /** A folder for each engine, in which each of its variants has one. */
    @TempDir
    static Path directory;

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
    void leavesWhatIsPromisedAndAtNoneWhatIsDeclared(Variant variant) throws Exception {
        variant.assumeAvailable();
        if (Files.notExists(folder(variant))) {
            kill(variant.engine().name());
        }
        for (Durability durability : promises(variant)) {
            everyCommitIsThere(variant, durability);
        }
        if (keeps(variant, Durability.NONE)) {
            whatIsDeclaredIsThere(variant);
        }
    }

    /** One process has all variants of an engine: it takes longer to start than to do its work. */
    private static void kill(String engine) throws Exception {
        Path folder = Files.createDirectory(directory.resolve(engine));
        Stream<String> variants = committing()
                .filter(variant -> variant.engine().name().equals(engine))
                .filter(variant -> variant.whyNot().isEmpty())
                .map(Variant::toString);
        Stream<String> arguments = Stream.concat(Stream.of(folder.toString()), variants);
        KilledChild.run(Child.class, folder, arguments.toArray(String[]::new));
    }

    private static void everyCommitIsThere(Variant variant, Durability durability) throws Exception {
        int single = single(variant, durability);
        try (OpenStore store = existing(variant, durability)) {
            for (int id = 0; id < single + BATCHED; id++) {
                Entry expected = id == 0 ? null : Entry.of(RECORDS, id, id < single ? 1 : 0);
                assertEquals(expected, store.get(id), durability.label() + ": record " + id);
            }
        }
    }

    /** Of puts by themselves; what was settled before is there, unless the store does not open. */
    private static void whatIsDeclaredIsThere(Variant variant) throws Exception {
        Survivors declared = variant.traits().survivors();
        if (declared == Survivors.UNOPENED) {
            assertTrue(Files.exists(data(folder(variant), variant, Durability.NONE)), "or this test shows nothing");
            Exception refused = assertThrows(Exception.class, () -> existing(variant, Durability.NONE));
            System.out.printf("%s: does not open: %s%n", variant, refused.getMessage());
            return;
        }
        int single = single(variant, Durability.NONE);
        try (OpenStore store = existing(variant, Durability.NONE)) {
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
            boolean may = kept == 0 || Files.exists(folder(variant).resolve(SLOW));
            assertEquals(declared, declared == Survivors.SOME && may ? Survivors.SOME : found);
        }
    }

    private static Path folder(Variant variant) {
        return directory.resolve(variant.engine().name());
    }

    private static Path data(Path folder, Variant variant, Durability durability) {
        return folder.resolve(variant.toString().replace(':', '-')).resolve(durability.label());
    }

    private static OpenStore existing(Variant variant, Durability durability) throws Exception {
        Path data = data(folder(variant), variant, durability);
        return OpenStore.existing(variant, data, durability, RECORDS, single(variant, durability) + BATCHED);
    }

    /** Commits, in stores of all variants that it is given, at each level that they promise, and dies without closing one. */
    static final class Child {
        /** A library may close what nobody holds. */
        private static final List<OpenStore> OPEN = new ArrayList<>();

        private Child() {}

        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            List<Variant> all = Stream.of(args).skip(1).map(Variant::parse).toList();
            List<OpenStore> process = new ArrayList<>();
            // The weaker, the later: what a timer saves meanwhile is as little as it can be.
            for (Durability durability : List.of(Durability.POWER, Durability.PROCESS)) {
                for (Variant variant : all) {
                    if (promises(variant).contains(durability)) {
                        OpenStore store = create(folder, variant, durability);
                        commit(store, single(variant, durability));
                        if (durability == Durability.PROCESS) {
                            process.add(store);
                        } else {
                            store.session().delete(0);
                        }
                    }
                }
            }
            putAtNone(folder, all);
            for (OpenStore store : process) {
                store.session().delete(0); // the last commit, which no timer has the time to save
            }
            KilledChild.die();
        }

        private static OpenStore create(Path folder, Variant variant, Durability durability) throws Exception {
            Path data = Files.createDirectories(data(folder, variant, durability));
            int records = single(variant, durability) + BATCHED;
            OpenStore store = OpenStore.create(variant, data, durability, RECORDS, records);
            OPEN.add(store);
            return store;
        }

        /** The stores take turns: no timer then finds all puts of one while others have theirs. */
        private static void putAtNone(Path folder, List<Variant> variants) throws Exception {
            int single = single(variants.get(0), Durability.NONE); // the same for all of an engine
            List<Session> sessions = new ArrayList<>(); // left open
            for (Variant variant : variants) {
                if (keeps(variant, Durability.NONE)) {
                    OpenStore store = create(folder, variant, Durability.NONE);
                    putBatch(store, single);
                    store.closeSession();
                    store.store().settle();
                    sessions.add(store.store().session());
                }
            }
            long began = System.nanoTime();
            for (int id = 0; id < single; id++) {
                for (Session session : sessions) {
                    session.put(id, 0);
                }
            }
            if (System.nanoTime() - began > SHORTEST_TIMER_NANOS) {
                Files.createFile(folder.resolve(SLOW));
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
        }
    }
}
