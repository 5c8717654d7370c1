package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import storemark.dataset.Progress;
import storemark.dataset.Progress.Phase;

class ProgressLineTest {
    private static final long GIB = 1L << 30;

    @Test
    void aLoadThatGoesOnIsRatedByWhatThisSittingDid() {
        // 30 of 100 million are there, 10 of them since ten seconds: a million a second, 70 seconds left.
        Progress load = new Progress(
                Phase.LOAD, 30_000_000, 20_000_000, 100_000_000, 1.5e6, 3 * GIB, 70 * GIB, Duration.ofSeconds(10));
        assertEquals("load x: 30%, 1.5M/s, 1 min 10 s left, 3 GiB on disk, 70 GiB free", ProgressLine.text(load, "x"));
    }

    @Test
    void howFarSettlingIsNobodyKnows() {
        Progress settle = new Progress(Phase.SETTLE, 0, 0, 100, 0, 3 * GIB, 70 * GIB, Duration.ofSeconds(200));
        assertEquals("settle x: 3 min 20 s, 3 GiB on disk, 70 GiB free", ProgressLine.text(settle, "x"));
    }

    @Test
    void aCopyIsCountedInBytes() {
        Progress copy = new Progress(Phase.COPY, GIB, 0, 2 * GIB, GIB / 2, GIB, -1, Duration.ofSeconds(2));
        assertEquals("copy x: 50%, 512 MiB/s, 2 s left, 1 GiB on disk", ProgressLine.text(copy, "x"));
    }
}
