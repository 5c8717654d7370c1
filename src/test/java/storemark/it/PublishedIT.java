package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A published comparison at a tiny scale, from the suite to the verdicts on its claims. */
class PublishedIT extends WithJar {
    private static final Pattern ROW =
            Pattern.compile("<tr><th scope=\"row\">(T[0-9]{2})</th>.*?</td><td>.*?</td><td class=\"[a-z]+\">([^<]*)<");

    @Test
    void aSuiteEndsWithVerdictsOnTheClaimsOfItsSource() throws Exception {
        jar.run(
                        "run --page-only lmdb-vs-tupldb --engines lmdb:nordahead,tupl --workloads insert,read,update --threads 1"
                                + " --entries 2k --step 25% --passes 1 --time 20ms --cache 32m --dir data --results results")
                .expect(0);
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()));
        String report = Files.readString(here.resolve("results/report.html"));
        assertTrue(report.contains("Published and measured"));
        Set<String> tested = new TreeSet<>();
        Set<String> untested = new TreeSet<>();
        Matcher rows = ROW.matcher(report);
        while (rows.find()) {
            (rows.group(2).equals("not tested") ? untested : tested).add(rows.group(1));
        }
        assertEquals(18, tested.size() + untested.size());
        // Sizes and rates of what was run; what needs more threads, more data than memory, or a device, was not.
        assertTrue(tested.containsAll(Set.of("T01", "T02", "T03", "T04", "T12")), tested::toString);
        assertTrue(untested.containsAll(Set.of("T05", "T06", "T07", "T08", "T09", "T10", "T13")), untested::toString);
        assertTrue(report.contains("not measured: data past memory"));
        assertTrue(report.contains("rate as published / equal: lmdb "));
    }

    @Test
    void aSuiteThatIsShownIsAFileToStartFrom() throws Exception {
        Jar.Ended shown = jar.run("suites show symas-2012").expect(0);
        Files.write(here.resolve("mine.yaml"), shown.out());
        Jar.Ended planned = jar.run("run mine.yaml --dry-run --verbose --scale 0.01 --repetitions 1");
        planned.expect(0);
        assertTrue(planned.said().contains("lmdb:writemap"), planned::said);
        assertFalse(Files.exists(here.resolve("results")));
    }
}
