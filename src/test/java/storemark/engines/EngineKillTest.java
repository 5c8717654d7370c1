package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
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

    record Promise(Variant variant, Durability durability) {
        @Override
        public String toString() {
            return variant + " at " + durability.label();
        }
    }

    static Stream<Promise> promises() {
        return Variant.all()
                .flatMap(variant -> Stream.of(Durability.PROCESS, Durability.POWER)
                        .filter(durability ->
                                variant.traits().durability(durability).supported())
                        .map(durability -> new Promise(variant, durability)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("promises")
    @Timeout(60)
    void keepsEveryCommitOfAKilledProcess(Promise promise, @TempDir Path directory) throws Exception {
        Variant variant = promise.variant();
        variant.assumeAvailable();
        Path data = Files.createDirectory(directory.resolve("data"));
        List<String> quickly = List.of("-XX:TieredStopAtLevel=1");
        String durability = promise.durability().name();
        KilledChild.run(Child.class, directory, quickly, variant.toString(), durability, data.toString());
        try (OpenStore store = OpenStore.existing(variant, data, promise.durability(), RECORDS, SINGLE + BATCHED)) {
            for (int id = 0; id < SINGLE + BATCHED; id++) {
                Entry expected = id == 0 ? null : Entry.of(RECORDS, id, id < SINGLE ? 1 : 0);
                assertEquals(expected, store.get(id), "record " + id);
            }
        }
    }

    /** Commits and dies, without closing anything. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws Exception {
            OpenStore store = OpenStore.create(
                    Variant.parse(args[0]), Path.of(args[2]), Durability.valueOf(args[1]), RECORDS, SINGLE + BATCHED);
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
            KilledChild.die();
        }
    }
}
