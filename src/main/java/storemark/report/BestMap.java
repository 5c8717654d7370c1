package storemark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import storemark.parameter.Parameter;

/**
 * Which engine is the fastest in which usage: workloads and kinds of records down, numbers of records across, and in each field
 * the best engine and how far it is ahead of the next. After Figure 5 of a comparison of files with embedded stores.
 */
final class BestMap {
    private final Map<String, Chart.Line> lines = new LinkedHashMap<>();
    private final List<String> rows = new ArrayList<>();
    private final List<String> columns = new ArrayList<>();

    private BestMap() {}

    /** A field's place and its engines' rates. */
    private record Field(Group group, Map<String, String> row, Map<String, String> column) {}

    /** The map, where stores of several sizes were measured; else none. */
    static List<Chart> of(ReportData data) {
        List<Family> families = data.families();
        return families.isEmpty() ? List.of() : List.of(new BestMap().draw(families));
    }

    private Chart draw(List<Family> families) {
        List<Field> fields = new ArrayList<>();
        for (Family family : families) {
            for (Group group : family.groups()) {
                Map<String, String> row = new TreeMap<>(family.variant());
                Map<String, String> column = new TreeMap<>();
                if (row.containsKey("compressibility")) {
                    column.put("compressibility", row.remove("compressibility"));
                }
                column.put("entries", group.variant().get("entries"));
                fields.add(new Field(group, row, column));
            }
        }
        LinkedHashSet<Map<String, String>> across = new LinkedHashSet<>();
        fields.stream()
                .map(Field::column)
                .sorted(Comparator.comparing((Map<String, String> column) -> column.getOrDefault("compressibility", ""))
                        .reversed()
                        .thenComparingDouble(column -> Double.parseDouble(column.get("entries"))))
                .forEach(across::add);
        across.forEach(column -> columns.add(Parameter.caption(column)));
        int blank = 0;
        for (Field field : fields) {
            int row = place(rows, row(field));
            blank += mark(field.group(), columns.indexOf(Parameter.caption(field.column())), row) ? 0 : 1;
        }
        List<String> subtitle = new ArrayList<>(
                List.of(
                        "in each field the fastest engine, and how many times as fast as the next it is; the control is left out"));
        RecordCharts.leftOut(families.stream().map(Family::groups).toList()).ifPresent(subtitle::add);
        if (blank > 0) {
            subtitle.add(blank + " of " + fields.size() + " fields are blank: nothing was measured there");
        }
        return new Chart(
                "best-map",
                Chart.Kind.MAP,
                "The fastest store for each usage",
                subtitle,
                new Chart.Axis("records", Quantity.COUNT, false),
                new Chart.Axis("", Quantity.RATIO, false),
                columns,
                lines.values().stream().sorted(Chart.Line.ORDER).toList(),
                null,
                null,
                rows);
    }

    private static String row(Field field) {
        String threads = field.group().threads() == 1
                ? ""
                : ", " + Words.threads(field.group().threads());
        String rest = Parameter.caption(field.row());
        return field.group().workload() + (rest.isEmpty() ? "" : ", " + rest) + threads;
    }

    private static int place(List<String> names, String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    /** Puts the best engine of {@code group} into its field; false when nothing was measured. */
    private boolean mark(Group group, int column, int row) {
        List<Series> ranked = group.measured().stream()
                .filter(series -> !series.control() && rate(series) > 0)
                .sorted(Comparator.comparingDouble(BestMap::rate).reversed())
                .toList();
        Optional<Series> best = ranked.stream().findFirst();
        best.ifPresent(series -> {
            double ahead = ranked.size() == 1 ? Double.NaN : rate(series) / rate(ranked.get(1));
            Chart.line(lines, series).points().add(new double[] {column, row, ahead});
        });
        return best.isPresent();
    }

    private static double rate(Series series) {
        return series.rate(step -> true).mean();
    }
}
