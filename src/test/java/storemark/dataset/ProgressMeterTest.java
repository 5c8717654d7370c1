package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import storemark.machine.FreeSpace;

class ProgressMeterTest {
    private final AtomicLong clock = new AtomicLong(-17);
    private final AtomicInteger measured = new AtomicInteger();
    private final List<Progress> reports = new ArrayList<>();
    private FreeSpace left = new FreeSpace(50_000, 1_000_000);
    private final ProgressMeter meter = new ProgressMeter(
            Progress.Phase.LOAD,
            100_000,
            reports::add,
            () -> 1000L * measured.incrementAndGet(),
            () -> left,
            clock::get);

    @Test
    void reportsFourTimesASecondAndMeasuresEveryThreeSeconds() {
        int noted = 0;
        for (int tick = 1; tick <= 6000; tick++) {
            clock.addAndGet(1_000_000); // a tick a millisecond, 10 records each
            noted += meter.tick(10L * tick) ? 1 : 0;
        }
        assertEquals(24, reports.size());
        assertEquals(2, measured.get());
        assertEquals(2, noted);
        Progress last = reports.get(23);
        assertEquals(60_000, last.done());
        assertEquals(10_000, last.rate(), 1e-6);
        assertEquals(2000, last.bytesOnDisk());
        assertEquals(Duration.ofSeconds(6), last.elapsed());
    }

    @Test
    void theRateIsThatSinceTheLastReport() {
        clock.addAndGet(1_000_000_000);
        meter.tick(5000);
        clock.addAndGet(500_000_000);
        meter.tick(5100);
        assertEquals(5000, reports.get(0).rate(), 1e-6);
        assertEquals(200, reports.get(1).rate(), 1e-6);
    }

    @Test
    void aDiskThatCannotBeMeasuredDoesNotStopTheWork() {
        ProgressMeter blind = new ProgressMeter(
                Progress.Phase.LOAD,
                10,
                reports::add,
                () -> {
                    throw new java.io.IOException("gone");
                },
                () -> {
                    throw new java.io.IOException("gone too");
                },
                clock::get);
        blind.report(10);
        assertTrue(reports.get(0).bytesOnDisk() < 0);
        assertTrue(reports.get(0).freeBytes() < 0);
        assertEquals(10, reports.get(0).done());
    }

    @Test
    void whatIsLeftIsToldAndItsLastPartIsNotGivenOut() throws Exception {
        meter.report(1);
        assertEquals(30_000, reports.get(0).freeBytes(), "2% of the file system stay unused");
        meter.refuseExhausted();

        left = new FreeSpace(19_999, 1_000_000);
        meter.report(2);
        assertEquals(0, reports.get(1).freeBytes());
        SpaceExhausted exhausted = assertThrows(SpaceExhausted.class, meter::refuseExhausted);
        assertTrue(
                exhausted.getMessage().startsWith("stopped before the disk is full: 19.5 KiB free of"),
                exhausted.getMessage());
    }

    @Test
    void measuringTheDiskIsNoWork() {
        ProgressMeter slow = new ProgressMeter(
                Progress.Phase.LOAD, 10, reports::add, () -> clock.addAndGet(2_000_000_000L), () -> left, clock::get);
        clock.addAndGet(3_000_000_000L);
        assertTrue(slow.tick(5));
        assertEquals(3, slow.secondsOfWork(), 1e-9);
        assertEquals(5, slow.seconds(), 1e-9);
    }
}
