package storemark.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import storemark.parameter.Rate;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.statistics.Threshold;

/**
 * One series at one rate, its operations at planned times.
 *
 * @param closed the same series in the closed loop; null where that was not measured
 */
record Planned(Group group, Series series, Series closed) {
    /** All of a report that are done, in the order of its groups. */
    static Stream<Planned> of(ReportData data) {
        return data.planned().stream()
                .flatMap(group -> group.measured().stream()
                        .map(series -> new Planned(group, series, closed(data, group, series))));
    }

    private static Series closed(ReportData data, Group group, Series series) {
        return data.groups().stream()
                .filter(other -> other.workload() == group.workload() && other.threads() == group.threads())
                .flatMap(other -> other.measured().stream())
                .filter(other -> other.name().equals(series.name())
                        && Group.without(other.parameters(), List.of("rate"))
                                .equals(Group.without(series.parameters(), List.of("rate"))))
                .findFirst()
                .orElse(null);
    }

    Rate rate() {
        return Rate.read(series.parameters().get("rate"));
    }

    /** Of the largest key range, in operations per second. */
    double planned() {
        return estimate(step -> step.metric(Metric.plannedRate)).mean();
    }

    /** The planned rate in percent of that of the closed loop; {@link Double#NaN} where that was not measured. */
    double percentOfMaximum() {
        Estimate maximum = closed == null
                ? Estimate.of()
                : closed.estimate(one -> largest(one).rate());
        return 100 * planned() / maximum.mean();
    }

    boolean isPastLimit() {
        return achieved() < Rate.ACHIEVED;
    }

    /** A share, 0 to 1. */
    double achieved() {
        return estimate(step -> step.metric(Metric.achievedShare)).mean();
    }

    /** {@code value} of the largest key range, of each repetition. */
    Estimate estimate(ToDoubleFunction<Step> value) {
        return series.estimate(repetition -> value.applyAsDouble(largest(repetition)));
    }

    private static Step largest(Measurement repetition) {
        return repetition.largest(Metric.keyRange);
    }

    /** Up to which rate the latency stays below the target, by the tries of each repetition; 0 for none. */
    Estimate limit() {
        return series.estimate(this::limit);
    }

    private double limit(Measurement repetition) {
        Threshold limit = new Threshold(repetition.steps().get(0).rate()); // as fast as possible
        repetition.steps().stream()
                .filter(step -> step.metrics().containsKey(Metric.plannedRate))
                .forEach(step -> limit.add(step.metric(Metric.plannedRate), keepsTarget(step)));
        return limit.isNowhere() ? 0 : limit.median();
    }

    private boolean keepsTarget(Step step) {
        return step.metric(Metric.latencyP999) < rate().value() && step.metric(Metric.achievedShare) >= Rate.ACHIEVED;
    }
}
