package storemark.report;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Estimate;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.statistics.Ratio;
import storemark.statistics.Verdict;
import storemark.text.Amount;

/**
 * The rate of every series in every workload and thread count, in memory and past it where it was measured on both sides: all
 * operations of the measured steps divided by all of their time, in operations per second; the mean of the repetitions when there
 * are several. Immutable.
 *
 * @param groups the columns
 */
record SummaryTable(List<String> names, List<Group> groups, IdentityHashMap<Group, Ranking> rankings) {
    /** Said once, in place of verdicts. */
    static final String TOO_FEW = "fewer than five repetitions: no verdicts";

    /** A difference that needs more repetitions is too small to be worth measuring. */
    private static final int MOST_REPETITIONS = 100;

    static SummaryTable of(ReportData data) {
        List<Group> columns = Group.byThreads(data.groups()).stream()
                .flatMap(byThreads -> byThreads.stream().flatMap(group -> inAndPastMemory(group, Window.of(byThreads))))
                .toList();
        IdentityHashMap<Group, Ranking> rankings = new IdentityHashMap<>();
        columns.forEach(group -> rankings.put(group, Ranking.of(group)));
        return new SummaryTable(data.names(), columns, rankings);
    }

    /** A mean of rates in and past memory would mean nothing: two columns where there are rates on both sides. */
    private static Stream<Group> inAndPastMemory(Group group, List<Window> windows) {
        List<Group> parts = windows.stream().map(group::within).toList();
        boolean both = parts.size() > 1
                && parts.stream().noneMatch(part -> part.measured().isEmpty());
        return both ? parts.stream() : Stream.of(group);
    }

    Ranking ranking(Group group) {
        return rankings.get(group);
    }

    /** Marks the best and its ties, except the control; a word stands in place of a missing rate. */
    Table.Cell cell(String name, Group group) {
        Series series = group.series().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
        Estimate rate = series == null ? Estimate.of() : series.rate(step -> true);
        if (rate.samples() == 0) {
            return new Table.Cell(series == null ? "-" : missing(series), "none", "", 0);
        }
        Ranking ranking = rankings.get(group);
        String spread = rate.samples() > 1 && rate.mean() != 0
                ? "\u00b1" + Amount.ofCount(50 * (rate.high() - rate.low()) / rate.mean()) + "%"
                : "";
        return new Table.Cell(
                Quantity.COUNT.format(rate.mean()),
                ranking.isBest(name) ? "best" : "",
                Words.joined(", ", spread, ranking.words(name), series.standing()),
                0);
    }

    /** The ratio to the highest rate of its group. */
    private Table.Cell ratio(String name, Group group) {
        Ranking ranking = rankings.get(group);
        Ratio ratio = ranking.ratios().get(name);
        String words = name.equals(ranking.leader()) ? "1\u00d7" : "-";
        return new Table.Cell(ratio == null ? words : Ranking.words(ratio));
    }

    private boolean anyRatio(Predicate<Ratio> is) {
        return rankings.values().stream()
                .flatMap(ranking -> ranking.ratios().values().stream())
                .anyMatch(is);
    }

    /** Why nothing is called best; empty where something may be. */
    String unranked() {
        return anyRatio(ratio -> ratio.verdict() == Verdict.UNDECIDED)
                        && !anyRatio(ratio -> ratio.verdict() != Verdict.UNDECIDED)
                ? TOO_FEW
                : "";
    }

    /** What each tie with the best rules out, and how many repetitions would settle it; null without ties. */
    Table ties() {
        List<List<String>> rows = new ArrayList<>();
        for (Group group : groups) {
            Ranking ranking = rankings.get(group);
            ranking.ties()
                    .forEach((name, ratio) -> rows.add(List.of(
                            group.column() + " x" + group.threads(),
                            name,
                            ranking.leader(),
                            Ranking.words(ratio),
                            Amount.ofCount(100 * ratio.ruledOut()) + "%",
                            ratio.repetitionsToDecide() > MOST_REPETITIONS
                                    ? "more than " + MOST_REPETITIONS
                                    : String.valueOf(ratio.repetitionsToDecide()))));
        }
        return Table.orNone(
                List.of("workload", "engine", "ties with", "ratio", "no further apart than", "repetitions to decide"),
                rows);
    }

    private static String missing(Series series) {
        List<State> states = series.missing().stream().map(CellEntry::state).toList();
        return Stream.of(State.FAILED, State.UNSUPPORTED, State.LEFT_OUT, State.PENDING)
                .filter(states::contains)
                .map(Words::state)
                .findFirst()
                .orElse("-");
    }

    /** Engines down and groups across. */
    private Table table(String corner, Function<Group, String> head, BiFunction<String, Group, Table.Cell> cell) {
        List<Table.Row> rows = names.stream()
                .map(name -> new Table.Row(
                        name,
                        groups.stream().map(group -> cell.apply(name, group)).toList()))
                .toList();
        List<String> heads = Table.listed(corner, groups.stream().map(head).toList());
        return new Table("data rates", List.of(Table.Row.of(heads)), rows, false);
    }

    /** The table of the page: the fewer across, engines or workloads with their threads; null where all rates were planned. */
    Table html() {
        if (groups.isEmpty()) {
            return null;
        }
        Table table = table("engine, by threads", group -> String.valueOf(group.threads()), this::cell);
        if (names.size() < groups.size()) {
            Table.Row threads = new Table.Row("threads", table.heads().get(0).cells());
            List<Table.Row> rows =
                    Stream.concat(Stream.of(threads), table.rows().stream()).toList();
            List<String> heads =
                    Table.listed("", groups.stream().map(Group::column).toList());
            return new Table("data rates across", List.of(Table.Row.of(heads)), rows, false).turned("workload");
        }
        List<Table.Cell> workloads = groups.stream()
                .collect(Collectors.groupingBy(Group::column, LinkedHashMap::new, Collectors.summingInt(group -> 1)))
                .entrySet()
                .stream()
                .map(column -> new Table.Cell(column.getKey(), "", "", column.getValue()))
                .toList();
        List<Table.Row> heads =
                List.of(new Table.Row("", workloads), table.heads().get(0));
        return new Table("data rates", heads, table.rows(), false);
    }

    /**
     * The table for a terminal: engines down and workloads across, or the reverse, whichever fits; when neither does, the
     * reverse in blocks of engines, one below the other.
     *
     * @param width columns of the terminal, at least 40
     * @return lines that end with a line feed
     */
    String text(int width) {
        String ratios = anyRatio(ratio -> ratio.repetitions() > 1)
                ? "\nratio to the highest rate (95% interval)\n\n" + text(width, this::ratio)
                : "";
        Table ties = ties();
        String standing = Promises.standing(groups.stream().flatMap(group -> group.series().stream()));
        return "ops/s, all measured increments; x: threads; *: best, and what ties with it, without the control\n"
                + (unranked().isEmpty() ? "" : unranked() + "\n")
                + (standing.isEmpty() ? "" : standing + "\n") + "\n" + text(width, this::cell) + ratios
                + (ties == null ? "" : "\nties\n\n" + ties.text(width));
    }

    private String text(int width, BiFunction<String, Group, Table.Cell> cell) {
        Table table = table("engine", group -> group.column() + " x" + group.threads(), cell);
        String wide = table.text();
        return Table.width(wide) <= width ? wide : table.turned("workload").text(width);
    }
}
