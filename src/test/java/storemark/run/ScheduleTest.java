package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.suite.Cell;
import storemark.suite.CellNames;

/** The time left of four cells, by a clock that the tests turn. */
class ScheduleTest {
    private static final List<Cell> CELLS =
            Plans.cells(Map.of("engines", "lmdb", "workloads", "read", "threads", "1 2 3 4"));

    private double seconds;

    private Schedule schedule(double... expected) {
        Map<String, Cost.Seconds> costs = new HashMap<>();
        for (int at = 0; at < expected.length; at++) {
            costs.put(CELLS.get(at).id(), new Cost.Seconds(expected[at] / 2, expected[at] / 2));
        }
        Schedule schedule = new Schedule(CELLS, 2, new CellNames(CELLS), costs, () -> (long) (seconds * 1e9));
        schedule.begin(List.of(CELLS.get(0)));
        return schedule;
    }

    private void finish(Schedule schedule, int cell, double after, boolean measured) {
        seconds += after;
        schedule.finished(List.of(CELLS.get(cell)), measured);
        schedule.begin(cell + 1 < CELLS.size() ? List.of(CELLS.get(cell + 1)) : List.of());
    }

    @Test
    void beforeTheFirstCellItIsWhatAllAreThoughtToTake() {
        assertEquals(100, schedule(10, 20, 30, 40).secondsLeft(), 1e-6);
    }

    @Test
    void aResumedRunIsCountedOn() {
        Schedule schedule = schedule(10, 20, 30, 40);
        assertTrue(schedule.label(CELLS.get(0)).startsWith("[3/6] "), schedule.label(CELLS.get(0)));
        assertTrue(schedule.label(CELLS.get(3)).startsWith("[6/6] "), schedule.label(CELLS.get(3)));
    }

    @Test
    void theShareIsOfTheTimeThatAllTakes() {
        Schedule schedule = schedule(10, 20, 30, 40);
        assertEquals(0, schedule.share(), 1e-6);
        finish(schedule, 0, 20, true);
        assertEquals(0.1, schedule.share(), 1e-6, "at half the pace");
        seconds += 20;
        assertEquals(0.2, schedule.share(), 1e-6);
    }

    @Test
    void itFallsWhileACellRunsAndNeverRises() {
        Schedule schedule = schedule(10, 20, 30, 40);
        finish(schedule, 0, 30, true);
        assertEquals(3 * 90, schedule.secondsLeft(), 1e-6, "three times slower than thought");
        double before = schedule.secondsLeft();
        for (int second = 0; second < 100; second++) {
            seconds++;
            assertTrue(schedule.secondsLeft() <= before, () -> "after " + seconds + " s");
            before = schedule.secondsLeft();
        }
    }

    @Test
    void aCellThatTakesTooLongLeavesTheTimeOfTheOthers() {
        Schedule schedule = schedule(10, 20, 30, 40);
        finish(schedule, 0, 10, true);
        seconds += 19;
        assertEquals(1 + 70, schedule.secondsLeft(), 1e-6);
        seconds += 1000;
        assertEquals(70, schedule.secondsLeft(), 1e-6);
        finish(schedule, 1, 0, true);
        assertEquals(70 * (1029.0 / 30), schedule.secondsLeft(), 1e-6, "then it counts");
    }

    @Test
    void aCellThatFailedSaysNothingOfThePace() {
        Schedule schedule = schedule(10, 20, 30, 40);
        finish(schedule, 0, 20, true);
        finish(schedule, 1, 0.1, false);
        assertEquals(2 * 70, schedule.secondsLeft(), 1e-6);
    }

    @Test
    void whatIsNotMeasuredTakesNoTime() {
        Schedule schedule = schedule(0, 20, 0, 40);
        assertEquals(60, schedule.secondsLeft(), 1e-6);
        finish(schedule, 0, 0, true);
        finish(schedule, 1, 20, true);
        assertEquals(40, schedule.secondsLeft(), 1e-6);
    }

    @Test
    void whatComesAfterAllCellsCountsUntilTheEnd() {
        Schedule schedule = schedule(10, 20, 30, 40);
        schedule.expectAfterwards(50);
        assertEquals(150, schedule.secondsLeft(), 1e-6);
        for (int cell = 0; cell < 4; cell++) {
            finish(schedule, cell, 50, true);
        }
        assertEquals(100, schedule.secondsLeft(), 1e-6, "at half the pace");
        schedule.expectAfterwards(0);
        assertEquals(0, schedule.secondsLeft(), 1e-6);
    }

    @Test
    void afterTheLastCellNothingIsLeft() {
        Schedule schedule = schedule(10, 20, 30, 40);
        for (int cell = 0; cell < 4; cell++) {
            finish(schedule, cell, 50, true);
        }
        assertEquals("about 0 s", schedule.timeLeft());
    }
}
