package storemark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import storemark.report.published.Facts;
import storemark.report.published.Source;
import storemark.report.published.Verdict;
import storemark.results.Results;

/** The published comparisons that the runs of a report reproduce. */
public final class PublishedClaims {
    private PublishedClaims() {}

    /** A source, and what the runs of its suite measured. */
    record Found(Source source, Facts facts) {}

    /** What a suite may declare that it reproduces. */
    public static List<String> names() throws IOException {
        return Source.all().stream().map(Source::source).toList();
    }

    static List<Found> found(List<Results> runs) throws IOException {
        List<Found> found = new ArrayList<>();
        for (Source source : Source.all()) {
            List<Results> own = runs.stream()
                    .filter(run -> source.source().equals(run.run().reproduces()))
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
    public static List<String> of(List<Results> runs) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Found one : found(runs)) {
            lines.add("Claims of \"" + one.source().title() + "\": "
                    + Verdict.count(Verdict.of(one.source(), one.facts())));
        }
        return lines;
    }
}
