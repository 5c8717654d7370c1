package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.engine.Records;
import storemark.machine.StoreFiles;
import storemark.workload.Permutation;

/**
 * What engines say of the space that a store takes, held against stores. Of an estimate the part counts that grows with the records:
 * these stores are small, and what is said of logs beside them would cover any error.
 */
class EngineSpaceTest {
    /** An estimate that is further off refuses runs which would fit. */
    private static final double FARTHEST = 3;

    private static final int BATCH = 1000;
    /** About how often a store is looked at while it fills: each look is a process. */
    private static final int LOOKS = 12;

    private static Stream<Arguments> stores() {
        List<Records> shapes = List.of(
                new Records(1, 8, 8, 8, 0),
                new Records(1, 8, 100, 100, 0),
                new Records(1, 8, 2100, 2100, 0),
                new Records(1, 8, 1000, 10_000, 0));
        return Stream.of("lmdb", "tupl", "rocksdb", "sqlite", "je")
                .flatMap(engine -> shapes.stream().map(records -> Arguments.of(Variant.parse(engine), records)));
    }

    /** Some ten megabytes of them. */
    private static int count(Records records) {
        return (int) (10_000_000 / (30 + records.keyBytes() + records.meanValueBytes()));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void loadedStoreFitsEstimate(Variant variant, Records records, @TempDir Path directory) throws Exception {
        int count = count(records);
        try (OpenStore store = OpenStore.create(variant, directory, records, count)) {
            store.load(LongStream.range(0, count).toArray());
            store.store().settle();
        }
        long said = variant.engine().loadedBytes(variant.in(directory, variant.weakest(), records, count, false))
                - variant.engine().loadedBytes(variant.in(directory, variant.weakest(), records, 0, false));
        long taken = StoreFiles.allocatedBytes(directory);
        assertTrue(taken <= said, () -> "said " + said / count + " bytes a record, took " + taken / count);
        assertTrue(said <= FARTHEST * taken, () -> "said " + said / count + " bytes a record, took " + taken / count);
    }

    @ParameterizedTest
    @MethodSource("stores")
    void randomlyFilledStoreFitsEstimate(Variant variant, Records records, @TempDir Path directory) throws Exception {
        int count = count(records);
        Permutation order = new Permutation(count, 7);
        long most = 0;
        int between = Math.max(1, count / BATCH / LOOKS);
        try (OpenStore store = OpenStore.create(variant, directory, records, count)) {
            for (int at = 0; at < count; at++) {
                if (at % BATCH == 0) {
                    store.session().begin(true);
                }
                store.session().put(order.at(at), 0);
                if ((at + 1) % BATCH == 0 || at + 1 == count) {
                    store.session().commit();
                    if (at / BATCH % between == 0 || at + 1 == count) {
                        most = Math.max(most, allocated(directory));
                    }
                }
            }
            store.store().settle();
            most = Math.max(most, allocated(directory));
        }
        long said = variant.engine().diskBytes(variant.in(directory, variant.weakest(), records, count, false));
        long taken = most;
        assertTrue(taken <= said, () -> "said " + said / count + " bytes a record, took " + taken / count);
    }

    private static long allocated(Path directory) {
        try {
            return StoreFiles.allocatedBytes(directory);
        } catch (IOException changing) {
            return 0; // a file went meanwhile: the next look counts
        }
    }
}
