package storemark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import storemark.report.published.Fact;
import storemark.report.published.Facts;
import storemark.report.published.Figures;
import storemark.report.published.Source;
import storemark.report.published.Unequal;
import storemark.report.published.Verdict;
import storemark.results.Results;

/** A published comparison beside what the runs of its suite measured: the values of {@code published.html}. Immutable. */
public record PublishedClaims(Source source, Facts facts, List<Verdict> verdicts, List<Figures> figures) {
    /** What a suite may declare that it reproduces. */
    public static List<String> names() throws IOException {
        return Source.all().stream().map(Source::source).toList();
    }

    /** One for each source with a run of its suite. */
    static List<PublishedClaims> of(List<Results> runs) throws IOException {
        List<PublishedClaims> found = new ArrayList<>();
        for (Source source : Source.all()) {
            List<Results> own = runs.stream()
                    .filter(run -> source.source().equals(run.run().reproduces()))
                    .toList();
            if (!own.isEmpty()) {
                Facts facts = FactReader.of(own, source);
                found.add(new PublishedClaims(source, facts, Verdict.of(source, facts), Figures.of(source, facts)));
            }
        }
        return found;
    }

    /** On how many of its claims hold. */
    String line() {
        return "Claims of \"" + source.title() + "\": " + count();
    }

    String count() {
        return Verdict.count(verdicts);
    }

    /** What that a set-up favoured one is worth, by what it says; empty where it is not known. */
    Map<String, String> setUps() {
        return source.unequal().stream()
                .collect(Collectors.toMap(
                        Unequal::says,
                        unequal -> unequal.worth(source, facts),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    String elsewhere() throws IOException {
        return Figures.elsewhere(source, facts);
    }

    boolean severalRuns() {
        return facts.values(Fact.RUN).size() > 1;
    }

    boolean hasFigures() {
        return !figures.isEmpty();
    }

    /** One for each medium of the page: a run on one disk stands beside its SSD and beside its hard disk, and counts once for each. */
    String agreement() {
        Map<String, List<Figures>> media = figures.stream()
                .filter(one -> !Double.isNaN(one.tau()))
                .collect(Collectors.groupingBy(Figures::medium, LinkedHashMap::new, Collectors.toList()));
        return media.entrySet().stream()
                .map(medium -> {
                    List<Figures> ranked = medium.getValue();
                    int pairs = ranked.stream().mapToInt(Figures::pairs).sum();
                    double weighted = ranked.stream()
                                    .mapToDouble(one -> one.tau() * one.pairs())
                                    .sum()
                            / pairs;
                    return String.format(
                            Locale.ROOT,
                            "%.2f with the page's %s (%d tests, %d pairs of engines)",
                            weighted,
                            medium.getKey(),
                            ranked.size(),
                            pairs);
                })
                .collect(Collectors.joining(", "));
    }
}
