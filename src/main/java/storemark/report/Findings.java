package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import storemark.results.RunFile.CellEntry;
import storemark.statistics.Ratio;
import storemark.statistics.Verdict;

/** What a report begins with: a few sentences made from verdicts and intervals, ties said as such, and what was not measured. */
final class Findings {
    /** Sentences in all; those on rates are one a workload. */
    private static final int MOST = 6;
    /** More columns of one workload than this are counted, not told. */
    private static final int MOST_TOLD = 4;

    private Findings() {}

    /** @param unmeasured windows that no key range lies in */
    static List<String> of(SummaryTable table, ReportData data, List<String> unmeasured) {
        List<String> sentences = new ArrayList<>();
        Map<String, List<Group>> byWorkload = Group.by(
                table.groups().stream().filter(group -> table.ranking(group).leader() != null),
                group -> Words.workload(group.workload()));
        if (!table.unranked().isEmpty()) {
            sentences.add("No verdicts: fewer than five repetitions. Only the highest rates are listed.");
        }
        String missing = missing(data);
        List<String> not = new ArrayList<>(missing.isEmpty() ? List.of() : List.of(missing));
        not.addAll(unmeasured);
        int room = MOST - sentences.size() - (not.isEmpty() ? 0 : 1);
        int shown = byWorkload.size() <= room ? room : room - 1;
        byWorkload.entrySet().stream()
                .limit(shown)
                .map(some -> some.getKey() + sentence(some.getValue(), table))
                .forEach(sentences::add);
        if (byWorkload.size() > shown) {
            sentences.add("More in the table: "
                    + byWorkload.keySet().stream().skip(shown).collect(Collectors.joining(", ")) + ".");
        }
        if (!not.isEmpty()) {
            sentences.add("Not measured: " + String.join("; ", not) + ".");
        }
        return sentences;
    }

    private static String sentence(List<Group> groups, SummaryTable table) {
        if (groups.size() > MOST_TOLD) {
            return " (" + groups.size() + " comparisons): " + counted(groups, table) + ".";
        }
        return groups.stream()
                .map(group -> (groups.size() == 1 ? "" : group.option() + ": ") + found(table.ranking(group), group))
                .collect(Collectors.joining("; ", groups.size() == 1 ? ": " : ", ", "."));
    }

    private static String found(Ranking ranking, Group group) {
        Map.Entry<String, Ratio> next =
                ranking.ratios().entrySet().stream().findFirst().orElse(null);
        if (next == null) {
            return ranking.leader() + " has the highest rate";
        }
        Ratio ratio = next.getValue();
        if (ratio.verdict() == Verdict.UNDECIDED) {
            return ranking.leader() + " has the highest rate, " + Quantity.RATIO.format(1 / ratio.median())
                    + " that of " + next.getKey();
        }
        Map<String, Ratio> ties = ranking.ties();
        if (!ties.isEmpty()) {
            return ranking.leader() + " and "
                    + ties.entrySet().stream()
                            .map(tie -> tie.getKey() + " tie: " + ahead(tie.getValue()))
                            .collect(Collectors.joining(", "));
        }
        return ranking.leader() + " is first, " + ahead(ratio) + " the rate of " + next.getKey()
                + (ranking.isDecided()
                        ? ""
                        : "; some of the " + group.measured().size() + " have too few repetitions for a verdict");
    }

    /** The leader's rate in parts of the other's: {@code 1.6× (1.5 to 1.7)}. */
    private static String ahead(Ratio ratio) {
        return Quantity.RATIO.format(1 / ratio.median()) + " (" + Quantity.COUNT.format(1 / ratio.high()) + " to "
                + Quantity.COUNT.format(1 / ratio.low()) + ")";
    }

    private static String counted(List<Group> groups, SummaryTable table) {
        return groups.stream()
                .map(table::ranking)
                .collect(Collectors.groupingBy(
                        ranking -> ranking.ties().isEmpty() ? ranking.leader() : "a tie",
                        LinkedHashMap::new,
                        Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(first -> first.getKey() + " " + first.getValue())
                .collect(Collectors.joining(", ", "highest rate in: ", ""));
    }

    private static String missing(ReportData data) {
        Map<String, List<String>> byState = new LinkedHashMap<>();
        for (Group group : data.all().toList()) {
            for (Series series : group.series()) {
                for (CellEntry cell : series.missing()) {
                    byState.computeIfAbsent(Words.state(cell.state()), state -> new ArrayList<>())
                            .add(series.name());
                }
            }
        }
        return byState.entrySet().stream()
                .map(state ->
                        state.getValue().size() + (state.getValue().size() == 1 ? " cell " : " cells ") + state.getKey()
                                + " (" + state.getValue().stream().distinct().collect(Collectors.joining(", ")) + ")")
                .collect(Collectors.joining(", "));
    }
}
