package storemark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import storemark.report.published.ClaimCheck;
import storemark.report.published.Facts;
import storemark.report.published.Source;
import storemark.results.RunFolder;

/** The published comparisons whose suites are among the runs of a report. */
public final class PublishedClaims {
    private PublishedClaims() {}

    /** A source, and what the runs of its suite measured. */
    record Found(Source source, Facts facts) {}

    static List<Found> found(List<RunFolder> runs) throws IOException {
        List<Found> found = new ArrayList<>();
        for (Source source : Source.all()) {
            List<RunFolder> own = runs.stream()
                    .filter(run -> run.run().suite().equals(source.suite()))
                    .toList();
            if (!own.isEmpty()) {
                found.add(new Found(source, FactReader.of(own, source)));
            }
        }
        return found;
    }

    /**
     * One line a source on how many of its claims hold; none when no run is of a published suite.
     *
     * @throws IOException naming the file, when a run's is damaged
     */
    public static List<String> of(List<RunFolder> runs) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Found one : found(runs)) {
            lines.add("Claims of \"" + one.source().title() + "\": "
                    + ClaimCheck.count(new ClaimCheck(one.source(), one.facts()).verdicts()));
        }
        return lines;
    }
}
