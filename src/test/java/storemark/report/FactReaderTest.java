package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.report.published.DataPlace;
import storemark.report.published.Fact;
import storemark.report.published.Fact.Gap;
import storemark.report.published.Fact.Measure;
import storemark.report.published.Facts;
import storemark.report.published.Source;
import storemark.results.Estimate;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

/** What a run becomes when it is compared with a page: the page's own average, its way to measure space, its cores. */
class FactReaderTest extends WithRun {
    private Facts facts(String source) throws IOException {
        Source one = Source.all().stream()
                .filter(page -> page.source().equals(source))
                .findFirst()
                .orElseThrow();
        return FactReader.of(List.of(run.write(folder.resolve(source))), one);
    }

    private static Fact lmdb(Facts facts) {
        return of("lmdb", facts);
    }

    private static Fact of(String engine, Facts facts) {
        return facts.all().stream()
                .filter(fact -> fact.labels().get("engine").equals(engine))
                .filter(fact -> fact.labels().get("window").equals(DataPlace.ALL.name()))
                .findFirst()
                .orElseThrow();
    }

    private static double value(Fact fact, Measure measure) {
        return fact.values().get(measure).mean();
    }

    @Test
    void spaceIsThatOfSettledStoresUnlessThePageMeasuredBefore() throws IOException {
        run.only(Workload.INSERT);
        Fact settled = lmdb(facts("lmdb-vs-tupldb-2024"));
        Fact unsettled = lmdb(facts("symas-2012"));
        assertEquals(1.25, value(settled, Measure.DISK) / value(unsettled, Measure.DISK), 1e-6);
        assertEquals(
                value(settled, Measure.SPACE),
                value(unsettled, Measure.SPACE),
                1e-9,
                "efficiency is that of settled stores");
    }

    @Test
    void aPageOfMediansIsComparedWithMedians() throws IOException {
        run.only(Workload.READ);
        run.repetitions = 3;
        Estimate mean = lmdb(facts("lmdb-vs-tupldb-2024")).values().get(Measure.RATE);
        Estimate median = lmdb(facts("symas-2012")).values().get(Measure.RATE);
        assertEquals(3, median.samples());
        assertTrue(median.low() < median.mean() && median.mean() < median.high(), median::toString);
        assertTrue(mean.high() - mean.low() > median.high() - median.low(), "2.48 deviations a side against the range");
        assertEquals(3 * mean.mean(), median.low() + median.mean() + median.high(), 1e-6 * mean.mean());
    }

    /** Repetitions lie apart by half, both engines alike: the ratio of two means would not be decided, that in turns is. */
    @Test
    void ratesAreDividedInTurns() throws IOException {
        run.only(Workload.READ);
        run.repetitions = 5;
        run.noise = 0.001;
        run.weather = (cell, step) -> 1 + cell.repetition() % 3;
        Facts facts = facts("lmdb-vs-tupldb-2024");
        Fact tupl = of("tupl", facts);
        Estimate inTurns = facts.division().of(Measure.RATE, tupl, lmdb(facts));
        assertEquals(5, inTurns.samples());
        assertTrue(inTurns.high() - inTurns.low() < 0.01, inTurns::toString);
        assertTrue(inTurns.high() < 1, inTurns::toString);
        assertTrue(lmdb(facts).values().get(Measure.RATE).low()
                < tupl.values().get(Measure.RATE).high());
        Estimate disk = facts.division().of(Measure.DISK, tupl, lmdb(facts));
        assertEquals(1.1, disk.mean(), 1e-3);
    }

    @Test
    void windowsOfOneEngineAreDivided() throws IOException {
        run.only(Workload.READ);
        run.steps = 20;
        run.noise = 0;
        Facts facts = facts("lmdb-vs-tupldb-2024");
        List<Fact> windows = facts.all().stream()
                .filter(fact -> fact.labels().get("engine").equals("lmdb"))
                .filter(fact -> fact.gap() == null)
                .toList();
        assertEquals(3, windows.size());
        Estimate ratio = facts.division().of(Measure.RATE, windows.get(1), windows.get(2));
        assertEquals(ratio.low(), ratio.high(), "one repetition has no interval");
        assertEquals(value(windows.get(1), Measure.RATE) / value(windows.get(2), Measure.RATE), ratio.mean(), 1e-6);
    }

    @Test
    void theMachinesMemoryIsPartOfTheScale() throws IOException {
        assertEquals("25769803776", lmdb(facts("lmdb-vs-tupldb-2024")).labels().get(Fact.RAM));
    }

    @Test
    void coresAreThePhysicalOnesOfEachRun() throws IOException {
        run.workloads = List.of(Workload.READ);
        run.machine = Map.of("cpu", Map.of("logicalCores", 16, "physicalCores", 8));
        assertEquals(Map.of("symas-2012", 8), facts("symas-2012").cores());
        run.machine = Map.of("cpu", Map.of("logicalCores", 16, "physicalCores", 8, "usableCores", 2));
        assertEquals(
                Map.of("filesystem-vs-embedded-2023", 2),
                facts("filesystem-vs-embedded-2023").cores());
        run.machine = Map.of("cpu", Map.of("logicalCores", 16, "unknown", List.of("physicalCores")));
        assertEquals(Map.of("leveldb-2011", 0), facts("leveldb-2011").cores());
    }

    /** An ext4 without a journal makes files slowly, which is not the engine's: such rates are a gap, the space is not. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            INSERT | none    | ext4  | false | creating files is slow on ext4 without a journal
            INSERT | process | ext4  | true  | -
            INSERT | none    | ext4  | -     | creating files is slow on ext4 without a journal; whether this one has a journal was not recorded
            INSERT | none    | xfs   | -     | -
            INSERT | none    | tmpfs | -     | tmpfs keeps files in memory
            UPDATE | process | ext4  | false | creating files is slow on ext4 without a journal
            UPDATE | none    | ext4  | false | -
            READ   | none    | ext4  | false | -
            READ   | none    | tmpfs | -     | tmpfs keeps files in memory
            """)
    void filesHaveNoRatesWhereTheFileSystemSpoilsThem(
            Workload workload, String durability, String fileSystem, Boolean journal, String reason)
            throws IOException {
        run.only(workload);
        run.steps = 1;
        run.engines = List.of("files-flat", "files-nested:folders.2x256", "sqlite");
        run.more = Map.of("durability", durability);
        run.machine = Map.of(
                "storage",
                journal == null
                        ? Map.of("fileSystem", fileSystem)
                        : Map.of("fileSystem", fileSystem, "journal", journal));
        Facts facts = facts("filesystem-vs-embedded-2023");
        for (String engine : run.engines) {
            boolean spoiled = reason != null && !engine.equals("sqlite");
            List<Fact> own = facts.all().stream()
                    .filter(fact -> fact.labels().get("engine").equals(engine))
                    .filter(fact -> fact.labels().get("window").equals(DataPlace.ALL.name()))
                    .toList();
            assertEquals(
                    spoiled ? List.of(reason) : List.of(),
                    own.stream()
                            .filter(fact -> fact.gap() != null)
                            .map(fact -> fact.gap().reason())
                            .toList());
            Fact measured = own.get(own.size() - 1);
            assertEquals(!spoiled, measured.values().containsKey(Measure.RATE), engine);
            assertTrue(measured.values().containsKey(Measure.SPACE), engine);
        }
    }

    private Fact inMemory() throws IOException {
        return facts("lmdb-vs-tupldb-2024").all().stream()
                .filter(fact -> fact.labels().get("engine").equals("lmdb"))
                .filter(fact -> fact.labels().get("window").equals(DataPlace.IN_MEMORY.name()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aWindowNeedsThreeIncrements() throws IOException {
        run.only(Workload.READ);
        run.steps = 6;
        assertEquals(
                new Gap("data in memory in 2 increments only: a window needs 3", false),
                inMemory().gap());
    }

    @Test
    void threeIncrementsAreAWindow() throws IOException {
        run.only(Workload.READ);
        run.steps = 10;
        assertEquals(null, inMemory().gap());
    }

    @Test
    void whatHasNoResultIsAGap() throws IOException {
        run.only(Workload.READ);
        run.steps = 20;
        run.states = Map.of("lmdb-read", State.FAILED);
        List<Fact> gaps = facts("symas-2012").all().stream()
                .filter(fact -> fact.gap() != null)
                .toList();
        assertEquals(DataPlace.values().length, gaps.size());
        gaps.forEach(gap -> assertEquals("lmdb", gap.labels().get("engine")));
        assertEquals(
                new Gap("the store said <no> & \"never\"", false), gaps.get(0).gap());
        run.states = Map.of("lmdb-read", State.LEFT_OUT);
        assertTrue(facts("leveldb-2011").all().stream()
                .anyMatch(fact -> fact.gap() != null && fact.gap().leftOut()));
    }
}
