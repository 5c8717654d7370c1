package storemark.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import storemark.results.Measurement.Step;

/** The rate of the engine through which increments are compared that were not in turns with each other. */
public final class CommonRate {
    private CommonRate() {}

    /**
     * Writes beside each increment what the common engine did in turns with it.
     *
     * @param result of a cell, as its fork has left it: an array of one JMH result with a row for each metric
     * @param common the same of the common engine; it may be {@code result} itself
     * @param comparison the number of the comparison in which the common engine is measured for itself
     */
    public static void add(JsonNode result, JsonNode common, double comparison) {
        List<Step> steps = JmhResult.steps(common.get(0));
        int places = Math.min(steps.size(), JmhResult.steps(result.get(0)).size());
        for (int at = 0; at < places; at++) {
            Step step = steps.get(at);
            if (step.rate() > 0) {
                set(result, Metric.commonRate, at, step.rate());
                set(result, Metric.commonDisturbed, at, step.metric(Metric.disturbed));
                set(result, Metric.commonComparison, at, comparison);
            }
        }
    }

    private static void set(JsonNode result, Metric metric, int place, double value) {
        ArrayNode row = row(result, metric);
        row.set(place, row.numberNode(value));
    }

    /** The number of the comparison in which the result's own increments are. */
    public static double comparison(JsonNode result) {
        return row(result, Metric.comparison).path(0).asDouble();
    }

    private static ArrayNode row(JsonNode result, Metric metric) {
        return (ArrayNode) result.at("/0/secondaryMetrics/" + metric + "/rawData/0");
    }

    /** Whether {@code one} is of a common engine, in its own part of the comparison. */
    public static boolean isOf(Measurement one) {
        return one.steps().stream()
                .allMatch(step -> step.rate() == step.metric(Metric.commonRate)
                        && step.metric(Metric.comparison) == step.metric(Metric.commonComparison));
    }
}
