package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A verdict says at which of the page's numbers of records, here 100 and 1000, its own comparisons were. */
class ScopeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A read 160; B read 100                                                      | holds, at 100 records
            A read 160; B read 100; A scan entries=1000 160; B scan entries=1000 100    | holds, at 100 records
            A read 160; B read 100; A read entries=1000 160; B read entries=1000 100    | holds
            A read entries=1000 160; B read entries=1000 100                            | holds, at 1k records
            A read 160; B read 100; B read entries=1000 100                             | holds, at 100 records
            A read 160; B read 100; B read entries=1000 100; A scan entries=1000 5      | not tested
            A read 160; B read 100; B read entries=1000 100; A read entries=1000 !lost  | not tested
            """)
    void ofReadsAlone(String facts, String words) {
        String reads = "{where: {workload: read}, of: {engine: a}, to: {engine: b}, is: '> 1.5'}";
        assertEquals(words, Fixture.verdict(reads, facts).words());
    }

    /** One of two engines was to be measured at 1000 records, so the other one is missing there. */
    @Test
    void whatOneOfItsEnginesWasToBeMeasuredAtIsOfAll() {
        String both = "{where: {workload: read}, of: {engine: [a, c]}, to: {engine: b}, is: '> 1.5'}";
        String at100 = "A read 160; C read 160; B read 100";
        assertEquals(
                "holds, at 100 records",
                Fixture.verdict(both, at100 + "; B read entries=1000 100").words());
        String more = at100 + "; A read entries=1000 160; B read entries=1000 100";
        assertEquals("not tested", Fixture.verdict(both, more).words());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A read 160; A read entries=1000 100 | holds
            A read 140; A read entries=1000 100 | does not hold
            """)
    void notOfAComparisonOfNumbersOfRecords(String facts, String words) {
        String growth = "{where: {workload: read, engine: a}, of: {entries: 100}, to: {entries: 1000}, is: '> 1.5'}";
        assertEquals(words, Fixture.verdict(growth, facts).words());
    }
}
