package storemark.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import storemark.results.Measurement;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.statistics.Ratio;
import storemark.statistics.Verdict;

/**
 * What runs of twins say of the method. Those of one engine are compared with each other as the report compares engines: A/A where
 * both are as slow, else A/B. Every so many increments count as a cell of their own.
 */
final class Twins {
    private record Row(String kind, String workload, String engine, String twin, int part, Ratio ratio) {}

    private Twins() {}

    /** Arguments: increments in a cell, and folders of runs; {@code -v} at the end prints each cell. */
    public static void main(String[] arguments) throws Exception {
        int increments = Integer.parseInt(arguments[0]);
        boolean verbose = arguments[arguments.length - 1].equals("-v");
        List<Row> rows = new ArrayList<>();
        Map<String, List<Row>> kinds = new TreeMap<>();
        int marked = 0;
        int steps = 0;
        for (String folder : Arrays.asList(arguments).subList(1, arguments.length - (verbose ? 1 : 0))) {
            ReportData data = new ReportData(List.of(Results.read(Path.of(folder))));
            for (Group group : data.groups()) {
                rows.addAll(rows(group, increments));
            }
            for (Measurement one : data.runs().get(0).measurements()) {
                steps += one.steps().size();
                marked += (int) one.steps().stream()
                        .filter(step -> step.metric(Metric.disturbed) == 1)
                        .count();
            }
        }
        for (Row row : rows) {
            for (String of : List.of(row.workload, row.engine, "part " + row.part, "all")) {
                kinds.computeIfAbsent(row.kind + " " + of, key -> new ArrayList<>())
                        .add(row);
            }
            if (verbose) {
                System.out.println(row);
            }
        }
        kinds.forEach(Twins::print);
        System.out.printf(Locale.ROOT, "%d of %d increments disturbed%n", marked, steps);
    }

    private static List<Row> rows(Group group, int increments) {
        List<Row> rows = new ArrayList<>();
        List<Series> twins = group.measured();
        for (Series first : twins) {
            for (Series second : twins.subList(twins.indexOf(first) + 1, twins.size())) {
                if (setting(first, "of").equals(setting(second, "of"))) {
                    String kind = setting(first, "slower").equals(setting(second, "slower")) ? "A/A" : "A/B";
                    rows.addAll(rows(kind, group.workload().label(), first, second, increments));
                }
            }
        }
        return rows;
    }

    private static String setting(Series series, String name) {
        return series.name().replaceAll(".*\\b" + name + "\\.([^,]*).*", "$1");
    }

    private static List<Row> rows(String kind, String workload, Series first, Series second, int increments) {
        List<Row> rows = new ArrayList<>();
        for (int from = 0; from < first.repetitions().get(0).steps().size(); from += increments) {
            Ratio ratio = SeriesRatio.of(part(second, from, increments), part(first, from, increments))
                    .orElseThrow();
            rows.add(new Row(
                    kind, workload, setting(first, "of"), setting(second, "name"), from / increments + 1, ratio));
        }
        return rows;
    }

    private static Series part(Series series, int from, int increments) {
        List<Measurement> parts = series.repetitions().stream()
                .map(one -> new Measurement(
                        one.cell(),
                        one.engine(),
                        one.workload(),
                        one.threads(),
                        one.repetition(),
                        one.parameters(),
                        one.steps()
                                .subList(
                                        from,
                                        Math.min(from + increments, one.steps().size()))))
                .toList();
        return new Series(
                series.run(),
                series.name(),
                series.order(),
                series.style(),
                series.budget(),
                series.promises(),
                Map.of(),
                parts,
                List.of());
    }

    private static void print(String what, List<Row> rows) {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        rows.forEach(row -> verdicts.merge(row.ratio().verdict(), 1, Integer::sum));
        double[] widths = rows.stream()
                .mapToDouble(row -> row.ratio().halfWidth())
                .sorted()
                .toArray();
        int different = verdicts.getOrDefault(Verdict.FASTER, 0) + verdicts.getOrDefault(Verdict.SLOWER, 0);
        System.out.printf(
                Locale.ROOT,
                "%-12s %4d cells: %3d called different (%.1f%%); half-width %.1f%% in the median, %.1f%% in one of ten; %s%n",
                what,
                rows.size(),
                different,
                100.0 * different / rows.size(),
                100 * widths[widths.length / 2],
                100 * widths[widths.length * 9 / 10],
                verdicts);
    }
}
