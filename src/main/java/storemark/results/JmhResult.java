package storemark.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One result in the schema that JMH 1.37 writes ({@code org.openjdk.jmh.results.format.JSONResultFormat}): raw data by
 * fork and iteration, for the score and for every secondary metric.
 *
 * @param timeline the score's rows, which those of every metric must match
 */
record JmhResult(JsonNode result, JsonNode timeline) {
    private JmhResult(JsonNode result) {
        this(result, result.path("primaryMetric").path("rawData"));
    }

    /**
     * What a finished cell's file holds, a measurement for each fork.
     *
     * @throws IOException naming the file, when it cannot be read or is not one JMH result with raw data
     */
    static List<Measurement> read(Path folder, RunFile.CellEntry cell) throws IOException {
        JmhResult result = new JmhResult(RunFolder.readCell(folder, cell.id()));
        int forks = result.timeline.path(0).isEmpty() ? 0 : result.timeline.size();
        if (forks == 0) {
            throw new IOException(RunFolder.cellFile(folder, cell.id())
                    + " is not one JMH result with raw data: delete it, and --resume measures the cell again");
        }
        return IntStream.range(0, forks)
                .mapToObj(fork -> new Measurement(
                        cell.id(),
                        cell.engine(),
                        cell.workload(),
                        cell.threads(),
                        (cell.repetition() - 1) * forks + fork + 1,
                        result.parameters(cell.parameters()),
                        result.steps(fork)))
                .toList();
    }

    /** The measured iterations of the first fork of {@code result}, one JMH result. */
    static List<Measurement.Step> steps(JsonNode result) {
        return new JmhResult(result).steps(0);
    }

    /**
     * JMH parameters in the order of the file, or {@code planned} when the benchmark has none. Those that are not in the plan do
     * nothing to the workload, as the batch of one that reads: JMH lists all that a benchmark has.
     *
     * @param planned by name; empty for all of the file
     */
    private Map<String, String> parameters(Map<String, String> planned) {
        Map<String, String> parameters = new LinkedHashMap<>();
        result.path("params").properties().stream()
                .filter(entry -> planned.isEmpty() || planned.containsKey(entry.getKey()))
                .forEach(
                        entry -> parameters.put(entry.getKey(), entry.getValue().asText()));
        return parameters.isEmpty() ? planned : parameters;
    }

    private List<Measurement.Step> steps(int fork) {
        List<Measurement.Step> steps = new ArrayList<>();
        for (int iteration = 0; iteration < timeline.path(fork).size(); iteration++) {
            Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
            for (Metric metric : Metric.values()) {
                double value = secondary(metric, fork, iteration);
                if (!Double.isNaN(value)) {
                    metrics.put(metric, value);
                }
            }
            double rate = isScoreTheRate()
                    ? number(timeline.path(fork).path(iteration))
                    : metrics.getOrDefault(Metric.wallRate, Double.NaN);
            steps.add(new Measurement.Step(rate, metrics));
        }
        return steps;
    }

    /** JMH's score, operations per second, counts writers too where there are any beside the readers; that of a single shot is a time. */
    private boolean isScoreTheRate() {
        return result.path("mode").asText().equals("thrpt")
                && !result.path("params").has("writers");
    }

    /** JMH skips an iteration that lacks a metric, which would shift the later ones: such a row is not trusted. */
    private double secondary(Metric metric, int fork, int iteration) {
        JsonNode row = result.path("secondaryMetrics")
                .path(metric.name())
                .path("rawData")
                .path(fork);
        double value = row.size() == timeline.path(fork).size() ? number(row.path(iteration)) : Double.NaN;
        return value < 0 ? Double.NaN : value;
    }

    /** JMH writes what is no number as the strings NaN, -INF and +INF. */
    private static double number(JsonNode node) {
        return node.isNumber() ? node.doubleValue() : Double.NaN;
    }
}
