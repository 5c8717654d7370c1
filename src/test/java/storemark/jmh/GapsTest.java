package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import storemark.jmh.Gaps.Gap;

/** Times in milliseconds. */
class GapsTest {
    private static final long MILLI = 1_000_000;

    private static Gap gap(long from, long to, long due) {
        return new Gap(from * MILLI, to * MILLI, due * MILLI);
    }

    @Test
    void shorterOnesAreNotKept() {
        Gaps gaps = new Gaps();
        gaps.clear();
        gaps.completed(0, 9 * MILLI, 0);
        gaps.completed(9 * MILLI, 19 * MILLI, 9 * MILLI);
        assertEquals(List.of(gap(9, 19, 9)), gaps.list());
        gaps.clear();
        assertEquals(List.of(), gaps.list());
    }

    @Test
    void theLongestAreKeptHoweverManyThereAre() {
        Gaps gaps = new Gaps();
        gaps.clear();
        long now = 0;
        for (int at = 0; at < 100_000; at++) {
            long length = at == 40_000 ? 200 * MILLI : 11 * MILLI;
            gaps.completed(now, now + length, now);
            now += length;
        }
        assertEquals(200 * MILLI, Gaps.longestStall(gaps.list()));
    }

    @Test
    void aThreadThatWaitsForItsNextOperationHasNotStalled() {
        assertEquals(0, Gaps.longestStall(List.of(gap(0, 100, 100))));
        assertEquals(30 * MILLI, Gaps.longestStall(List.of(gap(0, 100, 100), gap(100, 200, 170))));
    }

    @Test
    void whatOtherThreadsCompleteMeanwhileEndsAStall() {
        List<Gap> one = List.of(gap(0, 100, 0), gap(100, 140, 100));
        List<Gap> other = List.of(gap(20, 50, 20), gap(50, 120, 110));
        assertEquals(List.of(gap(20, 50, 0), gap(50, 100, 0), gap(100, 120, 100)), Gaps.common(one, other));
        assertEquals(Gaps.common(one, other), Gaps.common(other, one));
        assertEquals(50 * MILLI, Gaps.longestStall(Gaps.common(one, other)));
        assertEquals(0, Gaps.longestStall(Gaps.common(one, List.of())));
    }
}
