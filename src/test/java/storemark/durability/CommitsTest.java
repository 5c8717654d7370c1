package storemark.durability;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommitsTest {
    private static final int COMMITS = 270;
    private static final int SHIFTS = 24;

    private static List<String> changes(int round) {
        Commits commits = new Script(7, round).commits(0);
        return Stream.generate(() -> commits.next().stream()
                        .map(change -> change.slot() + (change.revision() > 0 ? "+" : "-"))
                        .collect(Collectors.joining(" ")))
                .limit(COMMITS + SHIFTS)
                .toList();
    }

    /** Nor begins another later in the same sequence. By chance a few commits are equal: half of the single ones are to 32 records. */
    @Test
    void noRoundRepeatsAnother() {
        List<String> first = changes(0);
        for (int round = 1; round <= 16; round++) {
            List<String> other = changes(round);
            for (int shift = 0; shift < SHIFTS; shift++) {
                int by = shift;
                long same = IntStream.range(0, COMMITS)
                        .filter(at -> first.get(at + by).equals(other.get(at)))
                        .count();
                assertTrue(same < 30, "round " + round + ", shifted by " + by + ": " + same + " equal commits");
            }
        }
    }
}
