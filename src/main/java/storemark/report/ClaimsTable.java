package storemark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import storemark.report.published.Verdict;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Results;

/** Which claims of published comparisons hold in runs, each run by itself: a table in Markdown. */
public final class ClaimsTable {
    private static final List<Outcome> COLUMNS =
            List.of(Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED, Outcome.NOT_TESTED);

    private ClaimsTable() {}

    /**
     * Judges the claims.
     *
     * @return a row for each run of a suite that reproduces a published comparison; empty when there is none
     */
    public static String markdown(List<Results> runs) throws IOException {
        List<String> rows = new ArrayList<>();
        for (Results run : runs) {
            for (PublishedClaims found : PublishedClaims.of(List.of(run))) {
                rows.add("| " + found.source().source() + " | " + run.name() + " | "
                        + COLUMNS.stream()
                                .map(outcome -> ids(found.verdicts(), outcome))
                                .collect(Collectors.joining(" | "))
                        + " |\n");
            }
        }
        String head = "| page | run | "
                + COLUMNS.stream().map(Outcome::words).collect(Collectors.joining(" | "))
                + " |\n|---|---|---|---|---|---|\n";
        return rows.isEmpty() ? "" : head + String.join("", rows);
    }

    private static String ids(List<Verdict> verdicts, Outcome outcome) {
        String ids = verdicts.stream()
                .filter(verdict -> verdict.outcome() == outcome)
                .map(Verdict::id)
                .collect(Collectors.joining(", "));
        return ids.isEmpty() ? "-" : ids;
    }
}
