package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CoresTest {
    private static final int TRIES = 200;

    /** The core that this thread runs on; proc(5) counts the fields of stat behind the name in brackets. */
    private static int current() throws IOException {
        String stat = Files.readString(Path.of("/proc/thread-self/stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[36]);
    }

    private static String allowed() throws IOException {
        return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed:"))
                .findFirst()
                .orElseThrow();
    }

    /** The kernel may move it at once; without a move to a core of our own half of the tries would miss. */
    @Test
    void aThreadIsMovedAndMayMoveOn() throws IOException {
        assumeTrue(Cores.count() > 1, "skipped: there is one core");
        String before = allowed();
        Set<Integer> cores = new HashSet<>();
        int met = 0;
        for (int number = 0; number < TRIES; number++) {
            Cores.moveTo(number);
            int one = current();
            Cores.moveTo(number + Cores.count());
            met += current() == one ? 1 : 0;
            cores.add(one);
        }
        assertEquals(before, allowed(), "it is free to move");
        assertEquals(Cores.count(), cores.size(), "every core is met");
        assertTrue(met > 0.8 * TRIES, "the same number is the same core: " + met);
    }
}
