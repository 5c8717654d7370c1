package storemark.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * Makes one JMH result of several of the same benchmark, as JMH writes it with {@code -f N}: a row of raw data for each fork, and
 * scores, errors and percentiles of all of them. Those of a single fork are computed again too: what is known of its turns was added
 * after JMH had written the result.
 */
final class JmhForks {
    private static final double CONFIDENCE = 0.999;
    private static final String RAW = "rawData";

    /** Of all secondary metrics of ours JMH takes the highest, which has no error; of others, and of the score, the mean. */
    private static final List<String> HIGHEST =
            Arrays.stream(Metric.values()).map(Metric::name).toList();

    private JmhForks() {}

    /**
     * Joins results.
     *
     * @param results one at least, each in JMH's own schema and of the same benchmark and parameters
     */
    static JsonNode join(List<JsonNode> results) {
        ObjectNode joined = results.get(0).deepCopy();
        joined.put("forks", results.stream().mapToInt(JmhForks::forks).sum());
        join(joined.get("primaryMetric"), at(results, "/primaryMetric"), false);
        ObjectNode secondary = joined.withObject("/secondaryMetrics");
        TreeSet<String> names = results.stream()
                .flatMap(result -> result.path("secondaryMetrics").properties().stream())
                .map(metric -> metric.getKey())
                .collect(Collectors.toCollection(TreeSet::new));
        for (String name : names) {
            List<JsonNode> metrics =
                    at(results, "/secondaryMetrics/" + name.replace("~", "~0").replace("/", "~1"));
            JsonNode first =
                    metrics.stream().filter(JsonNode::isObject).findFirst().orElseThrow();
            ObjectNode metric = first.deepCopy();
            join(metric, metrics, HIGHEST.contains(name));
            secondary.set(name, metric);
        }
        return joined;
    }

    private static List<JsonNode> at(List<JsonNode> results, String pointer) {
        return results.stream().map(result -> result.at(pointer)).toList();
    }

    private static int forks(JsonNode result) {
        return result.path("forks").asInt(1);
    }

    /** A fork that lacks a metric has an empty row, so that the rows of all metrics are of the same forks. */
    private static void join(JsonNode metric, List<JsonNode> all, boolean highest) {
        if (metric instanceof ObjectNode into && into.has(RAW)) {
            ArrayNode rows = into.putArray(RAW);
            for (JsonNode one : all) {
                if (one.has(RAW)) {
                    rows.addAll((ArrayNode) one.get(RAW));
                } else {
                    rows.addArray();
                }
            }
            MultisetStatistics values = new MultisetStatistics();
            rows.forEach(row -> row.forEach(value -> values.addValue(value.asDouble(), 1)));
            summarize(into, values, highest);
        }
    }

    private static void summarize(ObjectNode metric, Statistics all, boolean highest) {
        double score = highest ? all.getMax() : all.getMean();
        put(metric, "score", score);
        put(metric, "scoreError", highest ? Double.NaN : all.getMeanErrorAt(CONFIDENCE));
        ArrayNode ends = metric.putArray("scoreConfidence");
        for (double end : highest ? new double[] {score, score} : all.getConfidenceIntervalAt(CONFIDENCE)) {
            ends.add(number(end));
        }
        JsonNode percentiles = metric.path("scorePercentiles");
        percentiles.properties().stream()
                .map(percentile -> percentile.getKey())
                .toList()
                .forEach(rank -> put((ObjectNode) percentiles, rank, all.getPercentile(Double.parseDouble(rank))));
    }

    private static void put(ObjectNode into, String name, double value) {
        into.set(name, number(value));
    }

    /** JMH writes what is no number as a string. */
    private static JsonNode number(double value) {
        return Double.isFinite(value)
                ? Json.MAPPER.getNodeFactory().numberNode(value)
                : Json.MAPPER.getNodeFactory().textNode(Double.isNaN(value) ? "NaN" : value > 0 ? "+INF" : "-INF");
    }
}
