package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.RunFile.State;
import storemark.statistics.Ratio;
import storemark.statistics.Verdict;
import storemark.workload.Workload;

/** Which increments are compared with which, and which are left out. */
class SeriesRatioTest extends WithRun {
    /** What the second engine of a synthetic run does, as a share of the first. */
    private static final double SECOND = 1 / 1.55;

    @BeforeEach
    void twoEnginesInMemory() {
        run.engines = List.of("lmdb", "tupl");
        run.only(Workload.READ);
        run.entries = 100_000;
        run.repetitions = 5;
        run.noise = 0.002;
    }

    private Optional<Ratio> ratio(List<Results> runs) {
        List<Series> series = new ReportData(runs).groups().get(0).series();
        return SeriesRatio.of(series.get(1), series.get(0));
    }

    private Ratio ratio() throws IOException {
        return ratio(List.of(results())).orElseThrow();
    }

    /** The machine is half as fast in every other step, and a third slower in each repetition than in the one before. */
    private void drift() {
        run.weather = (cell, step) -> Math.pow(0.67, cell.repetition()) * (step % 2 == 0 ? 0.5 : 1);
    }

    @Test
    void inTurnsADriftThatAllMeetDoesNotCount() throws IOException {
        drift();
        Ratio ratio = ratio();
        assertTrue(ratio.paired());
        assertEquals(SECOND, ratio.median(), 0.01);
        assertTrue(ratio.halfWidth() < 0.01, ratio::toString);
        assertEquals(Verdict.SLOWER, ratio.verdict());
    }

    @Test
    void commonDriftLeavesATieWithoutTurns() throws IOException {
        drift();
        run.inTurns = false;
        Ratio ratio = ratio();
        assertFalse(ratio.paired());
        assertTrue(ratio.halfWidth() > 0.2, ratio::toString);
        assertEquals(Verdict.TIE, ratio.verdict());
    }

    @Test
    void apartTooDisturbedIncrementsDoNotShiftTheRatio() throws IOException {
        run.inTurns = false;
        run.disturbed = (cell, step) -> cell.engine().equals("lmdb") && step == 2;
        run.weather = (cell, step) -> (run.disturbed.test(cell, step) ? 0.1 : 1) * Math.pow(0.5, step);
        Ratio ratio = ratio();
        assertFalse(ratio.paired());
        assertEquals(SECOND, ratio.median(), 0.01);
        assertTrue(ratio.halfWidth() < 0.02, "that rates fall is no noise: " + ratio);
    }

    /** Rates fall with the key range, so a mean without the first increment is lower. */
    @Test
    void meansApartAreOfTheIncrementsThatCountInBoth() throws IOException {
        run.inTurns = false;
        run.disturbed = (cell, step) -> cell.engine().equals("lmdb") && step == 1;
        run.weather = (cell, step) -> Math.pow(0.5, step);
        List<Series> series = data().groups().get(0).series();
        Ratio ratio = SeriesRatio.ofMeans(series.get(1), series.get(0)).orElseThrow();
        assertFalse(ratio.paired());
        assertEquals(SECOND, ratio.median(), 0.01);
    }

    /** Without canaries nothing says how far the machines lie apart. */
    @Test
    void theIntervalOfTwoRunsIsWidenedByTheDoubt() throws IOException {
        run.engines = List.of("lmdb");
        run.unread = List.of(Metric.canaryCompute, Metric.canaryMemory, Metric.canaryDisk);
        Results one = results();
        run.engines = List.of("rocksdb");
        Results other = results();
        double halfWidth = ratio(List.of(one, other)).orElseThrow().halfWidth();
        assertEquals(Canaries.UNWATCHED, halfWidth, 0.05);
    }

    @Test
    void whoIsFirstByDisturbedIncrementsAloneIsNotFirst() throws IOException {
        run.disturbed = (cell, step) -> cell.engine().equals("lmdb") && step % 2 == 0;
        run.weather = (cell, step) ->
                run.disturbed.test(cell, step) ? 5 : cell.engine().equals("lmdb") ? 0.5 : 1;
        Group group = data().groups().get(0);
        assertTrue(group.series().get(0).rate(step -> true).mean()
                > group.series().get(1).rate(step -> true).mean());
        Ranking ranking = Ranking.of(group);
        assertEquals("tupl", ranking.leader());
        assertFalse(ranking.isBest("lmdb"));
        assertTrue(ranking.ahead() > 1, ranking::toString);
    }

    @Test
    void disturbedIncrementsOfEitherAreLeftOutOfBoth() throws IOException {
        run.disturbed = (cell, step) -> cell.engine().equals("lmdb") && step == 2;
        run.weather = (cell, step) -> run.disturbed.test(cell, step) ? 0.1 : 1;
        Ratio ratio = ratio();
        assertTrue(ratio.paired());
        assertEquals(SECOND, ratio.median(), 0.01);
    }

    @Test
    void aRepetitionWithoutAnyOtherKeepsThem() throws IOException {
        run.disturbed = (cell, step) -> cell.repetition() == 1;
        assertEquals(5, ratio().repetitions());
        run.disturbed = (cell, step) -> true;
        assertEquals(SECOND, ratio().median(), 0.01);
    }

    /** The few calm increments of a repetition that was mostly disturbed do not decide what it says. */
    @Test
    void whereMostAreDisturbedAllCount() throws IOException {
        run.steps = 10;
        run.disturbed = (cell, step) -> cell.repetition() == 1 && step < 9;
        run.weather = (cell, step) ->
                cell.repetition() == 1 && step == 9 && cell.engine().equals("lmdb") ? 0.1 : 1;
        assertTrue(ratio().halfWidth() < 0.2, "a tenth of the repetition is off by ten times");
    }

    @Test
    void repetitionsAreMatchedByNumber() throws IOException {
        drift();
        run.states = Map.of("lmdb-read-t1-p1-r2", State.FAILED, "tupl-read-t1-p1-r4", State.FAILED);
        Ratio ratio = ratio();
        assertEquals(3, ratio.repetitions());
        assertTrue(ratio.paired());
        assertEquals(SECOND, ratio.median(), 0.01);
        assertEquals(Verdict.UNDECIDED, ratio.verdict());
    }

    /** Both have the same comparisons and turns. */
    @Test
    void aRunReportedTwiceIsNotInTurnsWithItself() throws IOException {
        run.engines = List.of("lmdb");
        List<Results> twice = List.of(results(), results());
        assertFalse(ratio(twice).orElseThrow().paired());
    }

    @Test
    void threadCountsOfOneEngineAreComparedToo() throws IOException {
        drift();
        run.threads = List.of(1, 2);
        List<Group> groups = data().groups();
        Ratio ratio = SeriesRatio.of(
                        groups.get(1).series().get(0), groups.get(0).series().get(0))
                .orElseThrow();
        assertTrue(ratio.paired());
        assertEquals(Math.pow(2, 0.85), ratio.median(), 0.02);
    }

    @Test
    void whatWasNotMeasuredHasNoRatio() throws IOException {
        run.states = Map.of("tupl-read", State.FAILED);
        assertEquals(Optional.empty(), ratio(List.of(results())));
    }

    /** Two parts a repetition, of two engines each; in the second part the machine is half as fast again, more or less. */
    private void twoParts() {
        run.engines = List.of("lmdb", "tupl", "rocksdb", "sqlite");
        run.comparison = cell -> 10 * cell.repetition() + (isLater(cell.engine()) ? 1 : 0);
        run.weather = (cell, step) -> isLater(cell.engine()) ? 1.5 + 0.1 * cell.repetition() : 1;
    }

    private static boolean isLater(String engine) {
        return engine.equals("rocksdb") || engine.equals("sqlite");
    }

    private Ratio ratio(String first, String second) throws IOException {
        Group group = data().groups().get(0);
        return SeriesRatio.of(named(group, first), named(group, second)).orElseThrow();
    }

    private static Series named(Group group, String engine) {
        return group.series().stream()
                .filter(series -> series.name().equals(engine))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void partsAreComparedThroughTheirCommonEngine() throws IOException {
        twoParts();
        Ratio apart = ratio("rocksdb", "tupl");
        assertFalse(apart.paired());
        assertEquals(1.8 * 1.55 / 2.1, apart.median(), 0.1);
        run.common = "lmdb";
        Ratio ratio = ratio("rocksdb", "tupl");
        assertTrue(ratio.paired());
        assertEquals(1.55 / 2.1, ratio.median(), 0.01);
        assertTrue(ratio.halfWidth() < 0.01, ratio::toString);
        assertEquals(Verdict.SLOWER, ratio.verdict());
        assertEquals(2.1 / 1.55, ratio("tupl", "rocksdb").median(), 0.01);
        assertEquals(1 / 2.1, ratio("rocksdb", "lmdb").median(), 0.01);
        assertEquals(2.1 / 2.65, ratio("sqlite", "rocksdb").median(), 0.01);
    }

    @Test
    void meansAreComparedThroughItToo() throws IOException {
        twoParts();
        run.common = "lmdb";
        Group group = data().groups().get(0);
        Ratio ratio = SeriesRatio.ofMeans(named(group, "sqlite"), named(group, "tupl"))
                .orElseThrow();
        assertTrue(ratio.paired());
        assertEquals(1.55 / 2.65, ratio.median(), 0.01);
    }

    @Test
    void whereTheCommonEngineWasDisturbedPartsAreNotComparedButEnginesOfOnePartAre() throws IOException {
        twoParts();
        run.common = "lmdb";
        run.commonDisturbed = (cell, step) -> step == 2;
        run.weather = (cell, step) -> step == 2 && cell.engine().equals("rocksdb") ? 32 : 1;
        run.commonWeather = (cell, step) -> 1;
        Ratio across = ratio("rocksdb", "tupl");
        assertTrue(across.paired());
        assertEquals(1.55 / 2.1, across.median(), 0.01);
        assertEquals(2 * 2.65 / 2.1, ratio("rocksdb", "sqlite").median(), 0.03);
    }

    @Test
    void anotherCommonEngineIsNoneToCompareThrough() throws IOException {
        twoParts();
        run.common = "lmdb";
        run.comparison = cell -> isLater(cell.engine()) ? 1 : 2;
        Group one = data().groups().get(0);
        run.comparison = cell -> isLater(cell.engine()) ? 3 : 4;
        Group two = data().groups().get(0);
        assertTrue(SeriesRatio.of(named(one, "rocksdb"), named(one, "tupl"))
                .orElseThrow()
                .paired());
        assertFalse(SeriesRatio.of(named(one, "rocksdb"), named(two, "tupl"))
                .orElseThrow()
                .paired());
    }
}
