package storemark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.ZipfDistribution;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Choosers against the distributions that they are said to have. Seeds are fixed: what passes once passes always. */
class KeyChooserTest {
    private static final int DRAWS = 1_000_000;

    /** The chance that draws of the right distribution differ as much: far below this, they are of another. */
    private static final double LEAST_CHANCE = 0.001;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 100, 1000})
    void ranksAreZipfs(int ranks) {
        long[] seen = zipf(ranks);
        if (ranks == 1) {
            assertEquals(DRAWS, seen[0]);
            return;
        }
        double chance = chance(seen, 0.99);
        assertTrue(chance > LEAST_CHANCE, "chance of such a difference: " + chance);
    }

    /** So that the test above is known to see what it is meant to. */
    @Test
    void anotherExponentWouldBeNoticed() {
        assertTrue(chance(zipf(100), 1.0) < LEAST_CHANCE);
    }

    /** How often each rank is drawn. */
    private static long[] zipf(int ranks) {
        Zipf zipf = new Zipf(new SplittableRandom(7));
        long[] seen = new long[ranks];
        for (int draw = 0; draw < DRAWS; draw++) {
            seen[(int) zipf.next(ranks) - 1]++;
        }
        return seen;
    }

    /** That draws of Zipf's distribution differ from it as much. */
    private static double chance(long[] seen, double exponent) {
        ZipfDistribution exact = new ZipfDistribution(seen.length, exponent);
        double[] expected = IntStream.rangeClosed(1, seen.length)
                .mapToDouble(exact::probability)
                .toArray();
        return new ChiSquareTest().chiSquareTest(expected, seen);
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void idsAreInTheRange(Distribution distribution) {
        for (long range : new long[] {1, 2, 3, 7, 100, 1L << 40}) {
            KeyChooser chooser = chooser(distribution);
            for (int draw = 0; draw < 10_000; draw++) {
                long id = chooser.next(range);
                assertTrue(id >= 0 && id < range, id + " of " + range);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void everyIdOfASmallRangeComesUp(Distribution distribution) {
        KeyChooser chooser = chooser(distribution);
        Set<Long> seen = new HashSet<>();
        for (int draw = 0; draw < 100_000; draw++) {
            seen.add(chooser.next(50));
        }
        assertEquals(50, seen.size());
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void equalSeedsGiveEqualIds(Distribution distribution) {
        KeyChooser one = chooser(distribution);
        KeyChooser other = chooser(distribution);
        for (int draw = 0; draw < 1000; draw++) {
            long range = 1000L + draw / 100;
            assertEquals(one.next(range), other.next(range));
        }
    }

    /** Of a million records: 4% hotspot; the harmonic numbers H(10^4) / H(10^6) of 0.99 for the other two. */
    @ParameterizedTest
    @CsvSource({"HOTSPOT, 0.04", "ZIPFIAN, 0.6643", "LATEST, 0.6643"})
    void theHottestHundredthHasItsShare(Distribution distribution, double share) {
        double harmonic = harmonic(10_000) / harmonic(1_000_000);
        KeyChooser chooser = chooser(distribution);
        for (int draw = 0; draw < DRAWS; draw++) {
            chooser.next(1_000_000);
        }
        assertEquals(DRAWS, chooser.draws());
        assertEquals(share, (double) chooser.hotDraws() / DRAWS, 0.003);
        assertEquals(0.6643, harmonic, 0.0001);
    }

    @Test
    void popularRecordsAreSpreadOverTheRange() {
        KeyChooser chooser = chooser(Distribution.ZIPFIAN);
        int[] tenths = new int[10];
        for (int draw = 0; draw < DRAWS; draw++) {
            tenths[(int) (chooser.next(1_000_000) / 100_000)]++;
        }
        for (int tenth : tenths) {
            assertTrue(tenth > DRAWS / 40, "a tenth of the range has " + tenth + " of " + DRAWS + " draws");
        }
    }

    /** Of the ids that are drawn: the ranks behind them, and the count of hot ones, say nothing of where these went. */
    @Test
    void theMostPopularRecordsHaveZipfsShares() {
        KeyChooser chooser = chooser(Distribution.ZIPFIAN);
        int[] seen = new int[10_000];
        for (int draw = 0; draw < DRAWS; draw++) {
            seen[(int) chooser.next(seen.length)]++;
        }
        Arrays.sort(seen);
        assertEquals(1 / harmonic(seen.length), (double) seen[9_999] / DRAWS, 0.002);
        long hottest = Arrays.stream(seen, 9_900, 10_000).sum();
        assertEquals(chooser.hotDraws(), hottest, 0.01 * hottest);
    }

    /** A load in random order writes records in the order of the seed's permutation. */
    @Test
    void popularRecordsAreNotThoseThatWereLoadedFirst() {
        Permutation loaded = new Permutation(1_000_000, 1);
        Set<Long> first = LongStream.range(0, 10_000).mapToObj(loaded::at).collect(Collectors.toSet());
        KeyChooser chooser = chooser(Distribution.ZIPFIAN);
        int early = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            early += first.contains(chooser.next(1_000_000)) ? 1 : 0;
        }
        assertTrue(early < DRAWS / 10, "the first hundredth has " + early + " of " + DRAWS + " draws");
    }

    @Test
    void latestDrawsItsOwnInsertsOnceTheyAreThere() {
        KeyChooser chooser = KeyChooser.of(Distribution.LATEST, new SplittableRandom(3), 1, 1002, 4);
        int newest = 0;
        int recent = 0;
        for (int insert = 0; insert < 100; insert++) {
            chooser.inserted();
        }
        Set<Long> own = new HashSet<>();
        for (int draw = 0; draw < DRAWS; draw++) {
            long id = chooser.next(1000);
            if (id >= 1000) {
                assertTrue(id <= 1002 + 99 * 4 && (id - 1002) % 4 == 0, id + " was not inserted by this thread");
                own.add(id);
            }
            newest += id == 1002 + 99 * 4 ? 1 : 0;
            recent += id == 999 ? 1 : 0;
        }
        assertEquals(100, own.size());
        double sum = harmonic(1100);
        assertEquals(1 / sum, (double) newest / DRAWS, 0.002);
        assertEquals(Math.pow(101, -0.99) / sum, (double) recent / DRAWS, 0.0005);
    }

    @Test
    void fourOfFiveDrawsFallOnTheHotspot() {
        KeyChooser chooser = chooser(Distribution.HOTSPOT);
        long inside = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            inside += chooser.next(10_000) < 2000 ? 1 : 0;
        }
        assertEquals(0.8, (double) inside / DRAWS, 0.002);
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void drawsAllocateNothing(Distribution distribution) {
        KeyChooser chooser = chooser(distribution);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        draw(chooser);
        long before = threads.getCurrentThreadAllocatedBytes();
        draw(chooser);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 1000, allocated + " bytes for 100000 draws");
    }

    private static void draw(KeyChooser chooser) {
        for (int draw = 0; draw < 100_000; draw++) {
            chooser.next(12_345);
        }
    }

    private static KeyChooser chooser(Distribution distribution) {
        return KeyChooser.of(distribution, new SplittableRandom(42), 1, 1L << 40, 1);
    }

    private static double harmonic(int ranks) {
        return IntStream.rangeClosed(1, ranks)
                .mapToDouble(rank -> Math.pow(rank, -0.99))
                .sum();
    }
}
