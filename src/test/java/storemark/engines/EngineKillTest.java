package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

/** Kills a process that has committed: what {@code process} and {@code power} promise must be there afterwards. */
class EngineKillTest {
    private static final Records RECORDS = new Records(9, 8, 100, 100, 0.0);
    private static final int SINGLE = 100;
    private static final int BATCHED = 50;

    /** Those that a variant offers, each with a store of its own in the process that is killed. */
    private static List<Durability> promises(Variant variant) {
        return Stream.of(Durability.PROCESS, Durability.POWER)
                .filter(durability -> variant.traits().durability(durability).supported())
                .toList();
    }

    static Stream<Variant> variants() {
        return Variant.allButDefault().filter(variant -> !promises(variant).isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    @Timeout(60)
    void keepsEveryCommitOfAKilledProcess(Variant variant, @TempDir Path directory) throws Exception {
        variant.assumeAvailable();
        List<String> quickly = List.of("-XX:TieredStopAtLevel=1");
        KilledChild.run(Child.class, directory, quickly, variant.toString(), directory.toString());
        for (Durability durability : promises(variant)) {
            Path data = directory.resolve(durability.label());
            try (OpenStore store = OpenStore.existing(variant, data, durability, RECORDS, SINGLE + BATCHED)) {
                for (int id = 0; id < SINGLE + BATCHED; id++) {
                    Entry expected = id == 0 ? null : Entry.of(RECORDS, id, id < SINGLE ? 1 : 0);
                    assertEquals(expected, store.get(id), durability.label() + ": record " + id);
                }
            }
        }
    }

    /** Commits with each promise and dies, without closing anything. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws Exception {
            Variant variant = Variant.parse(args[0]);
            List<OpenStore> open = new ArrayList<>();
            for (Durability durability : promises(variant)) {
                Path data = Files.createDirectory(Path.of(args[1], durability.label()));
                open.add(OpenStore.create(variant, data, durability, RECORDS, SINGLE + BATCHED));
            }
            for (OpenStore store : open) {
                commit(store);
            }
            KilledChild.die();
        }

        private static void commit(OpenStore store) throws Exception {
            for (int revision = 0; revision < 2; revision++) {
                for (int id = 0; id < SINGLE; id++) {
                    store.session().put(id, revision);
                }
            }
            store.session().begin(true);
            for (int id = SINGLE; id < SINGLE + BATCHED; id++) {
                store.session().put(id, 0);
            }
            store.session().commit();
            store.session().delete(0);
        }
    }
}
