package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;

/**
 * Kills a process in the middle of a load. An engine that declares that its loads survive it must hold the ids 0 to k-1 and
 * no others then, k at or above what was settled, and must take the rest.
 */
class EngineLoadKillTest {
    private static final Records RECORDS = new Records(9, 8, 16, 16, 0.0);
    /** What is loaded and settled before. */
    private static final long SETTLED = 50_000;
    /** How many are loaded after where the process dies. */
    private static final long LEFT = 50_000;

    /** Where the process dies: past the million that LMDB puts into a transaction, or past the engine's cache. */
    private static long killed(Variant variant) {
        return variant.engine().name().equals("lmdb") ? 1_200_000 : 400_000;
    }

    static Stream<Variant> survivors() {
        return Variant.allButDefault()
                .filter(variant -> variant.named().options().isEmpty())
                .filter(variant -> variant.traits().loadSurvives() != Durability.NONE);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("survivors")
    @Timeout(120)
    void resumesLoadAfterKill(Variant variant, @TempDir Path directory) throws Exception {
        variant.assumeAvailable();
        Path data = Files.createDirectory(directory.resolve("data"));
        KilledChild.run(Child.class, directory, variant.toString(), data.toString());

        long kept;
        try (OpenStore store = existing(variant, data)) {
            kept = wholeFrom0(store);
            assertTrue(kept >= SETTLED && kept <= killed(variant), "kept: " + kept);
            System.out.printf("%s: %,d of %,d records were kept%n", variant, kept, killed(variant));
            store.closeSession();
            load(store, kept, killed(variant) + LEFT);
        }
        try (OpenStore store = existing(variant, data)) {
            assertEquals(killed(variant) + LEFT, wholeFrom0(store));
        }
    }

    private static OpenStore existing(Variant variant, Path data) throws Exception {
        return OpenStore.existing(variant, data, variant.weakest(), RECORDS, killed(variant) + LEFT);
    }

    /** How many ids are there, all right and in order, with none after a gap. */
    private static long wholeFrom0(OpenStore store) throws Exception {
        long next = 0;
        List<Entry> entries = store.scan(0, 1000, true);
        while (!entries.isEmpty()) {
            for (Entry entry : entries) {
                assertEquals(Entry.of(RECORDS, next, 0), entry, "record " + next);
                next++;
            }
            entries = store.scan(next, 1000, true);
        }
        assertNull(store.get(next), "record " + next);
        return next;
    }

    private static void load(OpenStore store, long from, long to) throws Exception {
        try (Loader loader = store.store().loader()) {
            for (long id = from; id < to; id++) {
                loader.append(id, 0);
            }
        }
    }

    /** Loads, and dies without closing anything. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws Exception {
            Variant variant = Variant.parse(args[0]);
            long killed = killed(variant);
            OpenStore store = OpenStore.create(variant, Path.of(args[1]), RECORDS, killed + LEFT);
            store.closeSession();
            load(store, 0, SETTLED);
            store.store().settle();
            try (Loader loader = store.store().loader()) {
                for (long id = SETTLED; id < killed; id++) {
                    loader.append(id, 0);
                }
                KilledChild.die();
            }
        }
    }
}
