package storemark.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Estimate;
import storemark.results.RunFile;
import storemark.results.RunFile.State;
import storemark.text.Amount;

/**
 * The rate of every series in every workload and thread count: all operations of the measured steps divided by all of their
 * time, in operations a second; the mean of the rounds when there are several. Immutable.
 */
final class SummaryTable {
    /**
     * One field of the table.
     *
     * @param rate with its spread over rounds; null when nothing was measured
     * @param best whether this is the highest rate of several engines, the control left out
     * @param missing {@code failed}, {@code not supported}, {@code pending} or {@code -} when nothing was measured
     */
    record Field(Estimate rate, boolean best, String missing) {
        String text() {
            return rate == null ? missing : Quantity.COUNT.format(rate.mean());
        }

        Table.Cell html() {
            boolean spread = rate != null && rate.samples() > 1 && rate.mean() != 0;
            return new Table.Cell(
                    text(),
                    rate == null ? "none" : best ? "best" : "",
                    spread ? "\u00b1" + Amount.ofCount(50 * (rate.high() - rate.low()) / rate.mean()) + "%" : "",
                    0);
        }
    }

    private final List<String> names;
    private final List<Group> groups;

    private SummaryTable(List<String> names, List<Group> groups) {
        this.names = names;
        this.groups = groups;
    }

    static SummaryTable of(ReportData data) {
        return new SummaryTable(data.names(), data.groups());
    }

    List<String> names() {
        return names;
    }

    List<Group> groups() {
        return groups;
    }

    Field field(String name, Group group) {
        Optional<Series> series =
                group.series().stream().filter(one -> one.name().equals(name)).findFirst();
        if (series.isEmpty()) {
            return new Field(null, false, "-");
        }
        Estimate rate = rate(series.get());
        if (rate.samples() == 0) {
            return new Field(null, false, missing(series.get()));
        }
        DoubleSummaryStatistics engines = group.measured().stream()
                .filter(one -> !one.control())
                .mapToDouble(one -> rate(one).mean())
                .filter(value -> !Double.isNaN(value))
                .summaryStatistics();
        boolean isBest = !series.get().control() && engines.getCount() > 1 && rate.mean() >= engines.getMax();
        return new Field(rate, isBest, "");
    }

    private static Estimate rate(Series series) {
        return series.rate(step -> true);
    }

    private static String missing(Series series) {
        List<State> states =
                series.missing().stream().map(RunFile.CellEntry::state).toList();
        return Stream.of(State.FAILED, State.UNSUPPORTED, State.LEFT_OUT, State.PENDING)
                .filter(states::contains)
                .map(Words::state)
                .findFirst()
                .orElse("-");
    }

    /** The table of the page: the fewer across, engines or workloads with their threads. */
    Table html() {
        return names.size() < groups.size() ? enginesAcross() : workloadsAcross();
    }

    private Table enginesAcross() {
        List<String> head = new ArrayList<>(List.of("workload", "threads"));
        head.addAll(names);
        List<Table.Row> rows = new ArrayList<>();
        for (Group group : groups) {
            List<Table.Cell> cells = new ArrayList<>(List.of(new Table.Cell(String.valueOf(group.threads()))));
            names.forEach(name -> cells.add(field(name, group).html()));
            rows.add(new Table.Row(group.column(), cells));
        }
        return new Table("data across", List.of(Table.head(head)), rows, false);
    }

    private Table workloadsAcross() {
        List<Table.Cell> workloads = new ArrayList<>(List.of(new Table.Cell("")));
        groups.stream()
                .collect(Collectors.groupingBy(Group::column, LinkedHashMap::new, Collectors.counting()))
                .forEach((column, span) -> workloads.add(new Table.Cell(column, "", "", span.intValue())));
        List<String> threads = new ArrayList<>(List.of("engine, by threads"));
        groups.forEach(group -> threads.add(String.valueOf(group.threads())));
        List<Table.Row> rows = names.stream()
                .map(name -> new Table.Row(
                        name,
                        groups.stream().map(group -> field(name, group).html()).toList()))
                .toList();
        return new Table("data", List.of(new Table.Head(workloads), Table.head(threads)), rows, false);
    }

    /**
     * The table for a terminal: engines down and workloads across, or the reverse, whichever fits; when neither does, the
     * reverse in blocks of engines, one below the other.
     *
     * @param width columns of the terminal, at least 40
     * @return lines that end with a line feed
     */
    String text(int width) {
        List<String> columns = new ArrayList<>();
        groups.forEach(group -> columns.add(group.column() + " x" + group.threads()));
        List<List<String>> across = new ArrayList<>();
        List<List<String>> down = new ArrayList<>();
        for (String name : names) {
            across.add(groups.stream().map(group -> cell(name, group)).toList());
        }
        for (Group group : groups) {
            down.add(names.stream().map(name -> cell(name, group)).toList());
        }
        StringBuilder text =
                new StringBuilder("ops/s, all measured steps; x: threads; *: best, without the control\n\n");
        String wide = PlainTable.of("engine", columns, names, across);
        text.append(
                PlainTable.width(wide) <= width ? wide : PlainTable.blocks("workload", names, columns, down, width));
        return text.toString();
    }

    private String cell(String name, Group group) {
        Field field = field(name, group);
        return field.text() + (field.best() ? "*" : " ");
    }
}
