package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.machine.Canary.Look;

class CanaryTest {
    /** A shorter cycle would stay within the caches that it is to go past. */
    @Test
    void theChaseComesBackAfterAllWordsOfItsWindowOnly() {
        int[] next = Canary.chase(1 << 20);
        int steps = 1;
        for (int at = next[0]; at != 0; at = next[at]) {
            steps++;
        }
        assertEquals(next.length, steps);
    }

    @Test
    void eachWindowHasTheSameCycle() {
        int[] next = Canary.chase(1 << 21);
        assertArrayEquals(Arrays.copyOf(next, 1 << 20), Arrays.copyOfRange(next, 1 << 20, 1 << 21));
    }

    /** A prefetcher follows a constant stride. */
    @Test
    void noJumpOfTheChaseIsAsLongAsTheOneBefore() {
        int[] next = Canary.chase(1 << 20);
        int before = next[0];
        for (int at = next[0], step = 0; step < 10_000; step++, at = next[at]) {
            int jump = next[at] - at;
            assertTrue(jump != before, "step " + step);
            before = jump;
        }
    }

    @Test
    void eachLoopIsTimed(@TempDir Path directory) throws Exception {
        try (Canary canary = new Canary(directory)) {
            Look look = canary.look();
            assertTrue(look.compute() > 0 && look.memory() > 0, look::toString);
            assertTrue(look.disk() > 0 || look.disk() == -1, look::toString);
        }
        try (Canary canary = new Canary(null)) {
            assertEquals(-1, canary.look().disk());
        }
    }
}
