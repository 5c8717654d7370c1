package storemark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Estimate;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.text.Amount;

/**
 * The rate of every series in every workload and thread count: all operations of the measured steps divided by all of their
 * time, in operations per second; the mean of the repetitions when there are several. Immutable.
 */
record SummaryTable(List<String> names, List<Group> groups) {
    static SummaryTable of(ReportData data) {
        return new SummaryTable(data.names(), data.groups());
    }

    /** The best of several engines looks so, the control left out; what has no rate is a word. */
    Table.Cell cell(String name, Group group) {
        Series series = group.series().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
        Estimate rate = series == null ? Estimate.of() : rate(series);
        if (rate.samples() == 0) {
            return new Table.Cell(series == null ? "-" : missing(series), "none", "", 0);
        }
        List<Double> engines = group.measured().stream()
                .filter(one -> !one.control())
                .map(one -> rate(one).mean())
                .filter(value -> !Double.isNaN(value))
                .toList();
        boolean best =
                !series.control() && engines.size() > 1 && engines.stream().allMatch(other -> rate.mean() >= other);
        String spread = rate.samples() > 1 && rate.mean() != 0
                ? "\u00b1" + Amount.ofCount(50 * (rate.high() - rate.low()) / rate.mean()) + "%"
                : "";
        return new Table.Cell(Quantity.COUNT.format(rate.mean()), best ? "best" : "", spread, 0);
    }

    private static Estimate rate(Series series) {
        return series.rate(step -> true);
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
    private Table table(String corner, Function<Group, String> head) {
        List<Table.Row> rows = names.stream()
                .map(name -> new Table.Row(
                        name, groups.stream().map(group -> cell(name, group)).toList()))
                .toList();
        List<String> heads = Table.listed(corner, groups.stream().map(head).toList());
        return new Table("data", List.of(Table.Row.of(heads)), rows, false);
    }

    /** The table of the page: the fewer across, engines or workloads with their threads. */
    Table html() {
        if (names.size() < groups.size()) {
            List<Table.Row> rows = groups.stream()
                    .map(group -> new Table.Row(
                            group.column(),
                            Stream.concat(
                                            Stream.of(new Table.Cell(String.valueOf(group.threads()))),
                                            names.stream().map(name -> cell(name, group)))
                                    .toList()))
                    .toList();
            List<String> head = Table.listed("workload", Table.listed("threads", names));
            return new Table("data across", List.of(Table.Row.of(head)), rows, false);
        }
        Table table = table("engine, by threads", group -> String.valueOf(group.threads()));
        List<Table.Cell> workloads = groups.stream()
                .collect(Collectors.groupingBy(Group::column, LinkedHashMap::new, Collectors.summingInt(group -> 1)))
                .entrySet()
                .stream()
                .map(column -> new Table.Cell(column.getKey(), "", "", column.getValue()))
                .toList();
        List<Table.Row> heads =
                List.of(new Table.Row("", workloads), table.heads().get(0));
        return new Table("data", heads, table.rows(), false);
    }

    /**
     * The table for a terminal: engines down and workloads across, or the reverse, whichever fits; when neither does, the
     * reverse in blocks of engines, one below the other.
     *
     * @param width columns of the terminal, at least 40
     * @return lines that end with a line feed
     */
    String text(int width) {
        Table table = table("engine", group -> group.column() + " x" + group.threads());
        String wide = table.text();
        return "ops/s, all measured steps; x: threads; *: best, without the control\n\n"
                + (Table.width(wide) <= width ? wide : table.turned("workload").text(width));
    }
}
