package storemark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Seed, workload, pass, repetition and thread name a stream of draws: another in one of them is another stream. */
class DrawsTest {
    private static List<Long> draws(long... names) {
        return Draws.of(names).longs(1000).boxed().toList();
    }

    @Test
    void namesThatDifferInOneOrInTheirOrderHaveNoDrawInCommon() {
        Set<Long> seen = new HashSet<>();
        for (long[] names : new long[][] {
            {1, 2, 3, 4, 5},
            {0, 2, 3, 4, 5},
            {1, 1, 3, 4, 5},
            {1, 2, 2, 4, 5},
            {1, 2, 3, 3, 5},
            {1, 2, 3, 4, 4},
            {2, 1, 3, 4, 5}
        }) {
            assertTrue(draws(names).stream().allMatch(seen::add), () -> Arrays.toString(names));
        }
    }

    @Test
    void theSameNamesGiveTheSameDraws() {
        assertEquals(draws(1, 2, 3, 4, 5), draws(1, 2, 3, 4, 5));
    }

    /** Or runs of different versions could not be compared. */
    @Test
    void drawsStayAsTheyWere() {
        assertEquals(8_827_148_627_127_974_995L, Draws.of(1, 2, 3, 4, 5).nextLong());
    }
}
