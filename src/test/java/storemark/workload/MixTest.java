package storemark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import storemark.workload.Mix.Kind;

class MixTest {
    @Test
    void sharesAreReadByKind() {
        Mix mix = Mix.parse("scan95-insert5");
        assertEquals(95, mix.of(Kind.SCAN));
        assertEquals(5, mix.of(Kind.INSERT));
        assertEquals(0, mix.of(Kind.READ));
        assertTrue(mix.inserts());
        assertTrue(mix.scans());
        assertFalse(Mix.parse("read50-rmw50").inserts());
    }

    @Test
    void theTextIsTheSameInWhateverOrder() {
        assertEquals("read50-update50", Mix.parse("update50-read50").toString());
        assertEquals(Mix.parse("read50-update50"), Mix.parse("update50-read50"));
    }

    @Test
    void lengthsAreDrawnBetweenBothEnds() {
        SplittableRandom random = new SplittableRandom(5);
        ScanLength lengths = ScanLength.parse("1-100");
        long sum = 0;
        int least = 100;
        int most = 1;
        for (int draw = 0; draw < 100_000; draw++) {
            int length = lengths.next(random);
            sum += length;
            least = Math.min(least, length);
            most = Math.max(most, length);
        }
        assertEquals(1, least);
        assertEquals(100, most);
        assertEquals(50.5, sum / 1e5, 0.5);
        assertEquals(7, ScanLength.parse("7").next(random));
    }
}
