package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;
import storemark.engine.Records;
import storemark.workload.Workload;

/** What each iteration draws from or writes, as JMH goes from one to the next. */
class KeyRangeTest {
    private static final Records RECORDS = new Records(1, 8, 100, 100, 0);

    private static KeyRange of(Workload workload) {
        return new KeyRange(workload, 1000, 300, 2, RECORDS);
    }

    private static IterationParams iteration(IterationType type, int batchSize) {
        return new IterationParams(type, 1, TimeValue.milliseconds(1), batchSize);
    }

    @Test
    void eachIterationAddsAStepAndMeasurementBeginsWithTheFirstAgain() {
        KeyRange range = of(Workload.READ);
        for (long end : new long[] {300, 600}) {
            range.advance(iteration(IterationType.WARMUP, 1));
            assertEquals(end, range.end());
            assertEquals(end - 300, range.prescanFrom());
            assertEquals(1_000_000, range.prescanNanos(), "reading ahead takes no longer than the warm-up itself");
        }
        for (long end : new long[] {300, 600, 900, 1000, 1000}) {
            range.advance(iteration(IterationType.MEASUREMENT, 1));
            assertEquals(end, range.end());
        }
    }

    @Test
    void whatIsNewIsReadAhead() {
        KeyRange range = of(Workload.UPDATE);
        range.advance(iteration(IterationType.WARMUP, 1));
        for (long from : new long[] {0, 300, 600, 900, 1000}) {
            range.advance(iteration(IterationType.MEASUREMENT, 1));
            assertEquals(from, range.prescanFrom());
        }
    }

    @Test
    void readingAheadTakesTenTimesAsLongAsTheStepOrTenSeconds() {
        KeyRange range = of(Workload.READ);
        range.advance(iteration(IterationType.MEASUREMENT, 1));
        assertEquals(10_000_000_000L, range.prescanNanos());
        range.advance(new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(3), 1));
        assertEquals(30_000_000_000L, range.prescanNanos());
        range.advance(new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, 1));
        assertEquals(10_000_000_000L, range.prescanNanos());
    }

    @Test
    void readingAheadOfManyBytesMayTakeAsLongAsASlowDisk() {
        KeyRange range = new KeyRange(Workload.READ, 10_000_000, 5_000_000, 1, RECORDS);
        range.advance(iteration(IterationType.MEASUREMENT, 1));
        assertEquals(5_000_000L * 108 * 125, range.prescanNanos());
        range.advance(iteration(IterationType.WARMUP, 1));
        assertEquals(1_000_000, range.prescanNanos());
    }

    /** Two threads with 200 records each: as many are there after inserts as are gone after removals. */
    @ParameterizedTest
    @CsvSource({"INSERT, 400, 800", "REMOVE, 600, 200"})
    void writesTakeOneRunOfIndexesAfterTheOther(Workload workload, long first, long second) {
        KeyRange range = of(workload);
        IterationParams each = iteration(IterationType.MEASUREMENT, 200);
        range.advance(each);
        assertEquals(0, range.firstIndex());
        assertEquals(200, range.indexesPerThread());
        assertEquals(first, range.end());
        range.advance(each);
        assertEquals(400, range.firstIndex());
        assertEquals(second, range.end());
        assertThrows(IllegalArgumentException.class, () -> range.advance(each), "the third run ends past all entries");
    }

    @Test
    void writesHaveNoWarmUp() {
        KeyRange range = of(Workload.INSERT);
        assertThrows(IllegalArgumentException.class, () -> range.advance(iteration(IterationType.WARMUP, 1)));
    }
}
