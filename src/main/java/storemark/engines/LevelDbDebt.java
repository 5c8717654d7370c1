package storemark.engines;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits until LevelDB has no compaction left to do, which both implementations tell by the same property only. */
final class LevelDbDebt {
    /** Files in level 0, and MiB in level 1, that start a compaction: {@code VersionSet::Finalize} in db/version_set.cc. */
    private static final int LEVEL_0_FILES = 4;

    private static final double LEVEL_1_MIB = 10;
    private static final double LEVEL_RATIO = 10;
    private static final int LAST_LEVEL = 6;
    private static final Duration PATIENCE = Duration.ofHours(1);

    private LevelDbDebt() {}

    /**
     * Returns once every level is below the size at which it is compacted.
     *
     * @param stats gives the property {@code leveldb.stats}: a line a level with its number, files and MiB
     * @throws TimeoutException after an hour
     */
    static void await(Supplier<String> stats) throws InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (owed(stats.get())) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException("LevelDB is still compacting after " + PATIENCE);
            }
            Thread.sleep(50);
        }
    }

    private static boolean owed(String stats) {
        return stats.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && Character.isDigit(line.charAt(0)))
                .map(line -> line.split(" +"))
                .anyMatch(columns -> owed(
                        Integer.parseInt(columns[0]), Integer.parseInt(columns[1]), Double.parseDouble(columns[2])));
    }

    private static boolean owed(int level, int files, double mib) {
        if (level == 0) {
            return files >= LEVEL_0_FILES;
        }
        return level < LAST_LEVEL && mib > LEVEL_1_MIB * Math.pow(LEVEL_RATIO, level - 1);
    }
}
