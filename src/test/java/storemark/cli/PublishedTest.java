package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import storemark.report.PublishedClaims;
import storemark.suite.Suite;
import storemark.suite.Suites;

/** Which published comparison a suite declares. */
class PublishedTest {
    @Test
    void shippedSuitesDeclareEachComparisonOnceAndThatOf2023AlsoAtEqualPromises() throws IOException {
        List<String> declared = new ArrayList<>();
        for (String name : Suites.NAMES) {
            Suite suite = Suites.read(name);
            Published.check(suite);
            if (suite.reproduces() != null) {
                declared.add(suite.reproduces());
            }
        }
        assertEquals(PublishedClaims.names().size() + 1, declared.size());
        assertEquals(2, Collections.frequency(declared, "filesystem-vs-embedded-2023"));
        assertEquals(new TreeSet<>(PublishedClaims.names()), new TreeSet<>(declared));
    }

    @Test
    void aSuiteKeepsItsComparisonWhenItIsScaled() throws IOException {
        assertEquals("symas-2012", Suites.read("symas-2012").scaled(0.1).reproduces());
        assertNull(Suites.read("quick").scaled(0.1).reproduces());
    }

    @Test
    void refusesAnUnknownComparison() {
        Suite mine = new Suite("mine", "", "symas-2021", List.of());
        Failure refused = assertThrows(Failure.class, () -> Published.check(mine));
        assertEquals(Failure.USAGE, refused.exitCode());
        assertTrue(refused.getMessage().contains("'symas-2021': did you mean 'symas-2012'?"), refused::getMessage);
    }
}
