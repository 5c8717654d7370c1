package storemark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.parameter.Parameters;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.text.ParameterText;
import storemark.text.SizeRange;
import storemark.workload.Workload;

/**
 * {@code choose.html}: the page that answers which store fits a question. It holds the cells that {@code choose.js} decides from.
 * Immutable.
 *
 * @param engines by specification, in the order of the runs
 * @param runs that cells are from: only cells of one run are compared
 */
public record Choice(Map<String, Choice.Engine> engines, List<Choice.Run> runs, List<Choice.Cell> cells) {
    private static final Set<Workload> WORKLOADS =
            Set.of(Workload.READ, Workload.UPDATE, Workload.SCAN, Workload.INSERT);

    /** What the page asks for, or looks up by place, so that it does not tell settings apart. */
    private static final Set<String> ASKED = Set.of("engine", "seed", "entries", "step", "valueBytes", "durability");

    /**
     * What is known of an engine beside its rates.
     *
     * @param can what it has, by the labels of capabilities
     * @param levels of durability that it offers
     * @param tested levels whose promise was tested
     * @param broken levels whose promise it did not keep, each with what was found
     */
    public record Facts(Set<String> can, Set<String> levels, Set<String> tested, Map<String, String> broken) {}

    /**
     * A series.
     *
     * @param style see {@link Styles}
     * @param license SPDX expression
     */
    record Engine(int style, String license) {}

    /**
     * A run.
     *
     * @param memory of its machine, in bytes
     * @param conditions of its cells that do not tell cells of one series apart, beside those that the page asks for, in words; may be
     *     empty
     * @param facts by specification, of the versions that it measured; none where nothing is known
     */
    record Run(String name, double memory, String conditions, Map<String, Facts> facts) {}

    /**
     * All repetitions of a cell.
     *
     * @param run its place in the list of runs
     * @param budget of memory that it had, in bytes
     * @param record the size of a key and a value, in bytes
     * @param other parameters that tell cells of its run apart, beside those that the page asks for
     * @param forks one for each repetition; more are added while runs are read
     */
    record Cell(
            int run,
            String engine,
            String workload,
            int threads,
            long entries,
            String valueBytes,
            String durability,
            double budget,
            double record,
            Map<String, String> other,
            List<Fork> forks) {
        String key() {
            return Stream.of(run, engine, workload, threads, entries, valueBytes, durability, budget, other)
                    .map(String::valueOf)
                    .collect(Collectors.joining(" "));
        }
    }

    /**
     * A repetition.
     *
     * @param id of the cell in its run
     * @param turns names those that it was measured in turns with; null where there were none
     * @param points {@code [data as a share of memory, rate, p50, p99, p99.9 in nanoseconds]} in the order of the first; null for what
     *     was not measured
     */
    record Fork(String id, int repetition, String turns, List<Double[]> points) {}

    /**
     * The page's data.
     *
     * @param facts of the engines of a run, by specification
     */
    public static Choice of(List<Results> runs, Function<Results, Map<String, Facts>> facts) {
        Styles styles = new Styles();
        Map<String, Engine> engines = new LinkedHashMap<>();
        Map<String, Cell> cells = new LinkedHashMap<>();
        List<Run> described = new ArrayList<>();
        for (int number = 0; number < runs.size(); number++) {
            Results run = runs.get(number);
            run.run()
                    .engines()
                    .forEach(one ->
                            engines.computeIfAbsent(one.spec(), spec -> new Engine(styles.next(spec), one.license())));
            List<Measurement> measured = measured(run);
            Set<String> telling = telling(measured);
            described.add(new Run(run.name(), Memory.all(run), conditions(measured, telling), facts.apply(run)));
            for (Cell cell : cells(number, run, measured, telling)) {
                Cell known = cells.putIfAbsent(cell.key(), cell);
                if (known != null) {
                    known.forks.addAll(cell.forks);
                }
            }
        }
        return new Choice(engines, described, List.copyOf(cells.values()));
    }

    /** Operations at planned times are no rates, and without a known memory no share of it is. */
    private static List<Measurement> measured(Results results) {
        return results.measurements().stream()
                .filter(one -> WORKLOADS.contains(one.workload()))
                .filter(one -> !one.parameters().containsKey(Parameters.RATE.jmhName()))
                .filter(one -> Memory.budget(one.parameters(), Memory.all(results)) > 0)
                .toList();
    }

    private static Set<String> telling(List<Measurement> measured) {
        Set<String> telling = ParameterText.telling(
                measured, one -> List.of(one.engine(), one.workload(), one.threads()), Measurement::parameters);
        telling.removeAll(ASKED);
        return telling;
    }

    private static String conditions(List<Measurement> measured, Set<String> telling) {
        return Words.listed(
                "",
                Parameters.ofCells().stream()
                        .filter(parameter -> parameter.jmhName() != null)
                        .filter(parameter ->
                                !ASKED.contains(parameter.jmhName()) && !telling.contains(parameter.jmhName()))
                        .flatMap(parameter -> measured.stream()
                                .filter(one -> parameter.isTold(one.workload(), one.parameters()))
                                .map(one -> Parameters.caption(
                                        parameter.jmhName(), one.parameters().get(parameter.jmhName())))));
    }

    /** One for each repetition. */
    private static List<Cell> cells(int run, Results results, List<Measurement> measured, Set<String> telling) {
        Map<Double, Measurement> firstParts = new HashMap<>();
        for (Measurement one : measured) {
            Step step = one.steps().get(0);
            if (step.metric(Metric.comparison) == step.metric(Metric.commonComparison)) {
                firstParts.putIfAbsent(step.metric(Metric.comparison), one);
            }
        }
        return measured.stream()
                .map(one -> inFirstPart(one, firstParts))
                .map(one -> cell(run, results, one, telling))
                .toList();
    }

    /** As if all parts of a comparison had been in turns with the first, as far as a common engine says so. */
    private static Measurement inFirstPart(Measurement one, Map<Double, Measurement> firstParts) {
        Measurement first = firstParts.get(one.steps().get(0).metric(Metric.commonComparison));
        return first == null ? one : SeriesRatio.beside(first, one);
    }

    private static Cell cell(int run, Results results, Measurement one, Set<String> telling) {
        Map<String, String> parameters = one.parameters();
        double record = DiskUse.recordBytes(parameters);
        double budget = Memory.budget(parameters, Memory.all(results));
        Metric axis = one.workload().countsOperations() ? Metric.entries : Metric.keyRange;
        return new Cell(
                run,
                one.engine(),
                one.workload().label(),
                one.threads(),
                Long.parseLong(parameters.get("entries")),
                SizeRange.parse(parameters.get("valueBytes")).toString(),
                parameters.get("durability"),
                budget,
                record,
                Group.only(parameters, telling),
                new ArrayList<>(List.of(
                        new Fork(one.cell(), one.repetition(), turns(run, one), points(one, axis, record / budget)))));
    }

    private static String turns(int run, Measurement one) {
        return one.steps().stream()
                .map(step -> step.metric(Metric.comparison))
                .filter(comparison -> comparison > 0)
                .findFirst()
                .map(comparison -> run + "." + comparison.longValue())
                .orElse(null);
    }

    /** Of passes over the same key ranges the last counts. */
    private static List<Double[]> points(Measurement one, Metric axis, double share) {
        TreeMap<Double, Double[]> points = new TreeMap<>();
        for (Step step : one.steps()) {
            double at = step.metric(axis) * share;
            if (at > 0 && step.rate() > 0) {
                points.put(at, new Double[] {
                    at,
                    step.rate(),
                    time(LatencyCharts.latency(one, step, LatencyCharts.P50)),
                    time(LatencyCharts.latency(one, step, LatencyCharts.P99)),
                    time(LatencyCharts.latency(one, step, LatencyCharts.P999))
                });
            }
        }
        return List.copyOf(points.values());
    }

    private static Double time(double nanos) {
        return nanos > 0 ? nanos : null;
    }

    /** JSON may hold '<' only inside strings, where this escape means the same and ends no script element. */
    String json() throws IOException {
        return SvgRenderer.MAPPER.writeValueAsString(this).replace("<", "\\u003c");
    }

    /** Writes a page that needs no other file and no network. */
    public void write(Path file) throws IOException {
        Report.write(file, new Page("").of("choose", this));
    }
}
