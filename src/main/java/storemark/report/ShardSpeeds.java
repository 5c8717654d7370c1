package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import storemark.results.Estimate;
import storemark.results.Results;

/**
 * How fast the machines of a merged run's shards were.
 *
 * @param run the run's name
 * @param shards their numbers
 * @param speeds of each shard in turn, by what was measured: operations or loops per second; {@link Double#NaN} where not measured
 */
record ShardSpeeds(String run, List<String> shards, Map<String, double[]> speeds) {
    private static final String NUMBER = "shard";

    /** Empty for a run that was not merged. */
    static Optional<ShardSpeeds> of(Results run) {
        JsonNode list = run.machine().path(Results.SHARDS);
        List<String> shards = new ArrayList<>();
        list.forEach(shard -> shards.add(shard.path(NUMBER).asText()));
        Map<String, double[]> speeds = new LinkedHashMap<>();
        list.forEach(shard -> shard.fieldNames().forEachRemaining(name -> speeds.put(name, new double[shards.size()])));
        speeds.remove(NUMBER);
        speeds.forEach((name, values) ->
                Arrays.setAll(values, at -> list.get(at).path(name).asDouble(Double.NaN)));
        return speeds.isEmpty() ? Optional.empty() : Optional.of(new ShardSpeeds(run.name(), shards, speeds));
    }

    private static double median(double[] values) {
        return Estimate.median(values).mean();
    }

    /** A row for each shard. */
    Table table() {
        List<List<String>> rows = new ArrayList<>();
        for (int at = 0; at < shards.size(); at++) {
            List<String> row = new ArrayList<>(List.of(shards.get(at)));
            for (double[] values : speeds.values()) {
                row.add(Quantity.COUNT.format(values[at]) + "/s (" + Quantity.RATIO.format(values[at] / median(values))
                        + ")");
            }
            rows.add(row);
        }
        return Table.of(Table.listed(NUMBER, List.copyOf(speeds.keySet())), rows);
    }

    /** Bars by shard: each speed beside that of the median shard. */
    Chart chart() {
        List<Chart.Line> lines = new ArrayList<>();
        speeds.forEach((name, values) -> {
            List<double[]> points = new ArrayList<>();
            for (int at = 0; at < values.length; at++) {
                double ratio = values[at] / median(values);
                if (Double.isFinite(ratio)) {
                    points.add(new double[] {at, ratio, ratio, ratio});
                }
            }
            lines.add(new Chart.Line(name, name, lines.size(), lines.size(), points));
        });
        return new Chart(
                "machines-" + Words.id(run),
                Chart.Kind.BARS,
                "Machines by shard",
                "",
                List.of("speed of the reference and of the canaries; higher is faster; 1: the median shard"),
                new Chart.Axis("shard", Quantity.COUNT, false),
                new Chart.Axis("\u00d7 median shard", Quantity.RATIO, false),
                shards,
                lines,
                Chart.Marks.ofReference(new Chart.Reference(1, "median shard")));
    }
}
