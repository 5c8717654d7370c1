package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.ClearSystemProperty;
import storemark.workload.Permutation;
import storemark.workload.Workload;

/** The order in which records are written, beside that in which a load in random order has written them. */
@ClearSystemProperty(key = "storemark.dir")
class WriteShapeTest {
    @TempDir
    Path directory;

    private List<Long> ids(Workload workload) throws Exception {
        System.setProperty("storemark.dir", directory.resolve(workload.label()).toString());
        Trial trial = InProcess.trial(new InProcess.Case("heap", 1));
        trial.open(InProcess.benchmark(trial, workload, 1, InProcess.iteration(), "order", "shuffled"));
        trial.enter();
        try {
            WriteShape shape = new WriteShape();
            shape.open(trial);
            SplittableRandom undrawn = new SplittableRandom(1);
            return LongStream.range(0, InProcess.ENTRIES)
                    .mapToObj(at -> shape.idAt(at, undrawn))
                    .toList();
        } finally {
            trial.leave();
        }
    }

    private static long inTheOrderOfLoading(List<Long> ids) {
        Permutation loaded = new Permutation(InProcess.ENTRIES, InProcess.SEED);
        return IntStream.range(0, ids.size())
                .filter(at -> ids.get(at) == loaded.at(at))
                .count();
    }

    @Test
    void insertsAreInTheOrderOfALoadAndRemovalsAreNot() throws Exception {
        assertEquals(InProcess.ENTRIES, inTheOrderOfLoading(ids(Workload.INSERT)));
        List<Long> removed = ids(Workload.REMOVE);
        assertEquals(InProcess.ENTRIES, removed.stream().distinct().count());
        assertTrue(inTheOrderOfLoading(removed) < 10, removed::toString);
    }
}
