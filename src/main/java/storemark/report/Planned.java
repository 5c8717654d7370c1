package storemark.report;

import java.util.List;
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
                        && other.parameters().equals(Group.without(series.parameters(), List.of("rate"))))
                .findFirst()
                .orElse(null);
    }

    Rate rate() {
        return Rate.read(series.parameters().get("rate"));
    }

    /** Of the last increment, in operations per second. */
    double planned() {
        return series.last(Metric.plannedRate);
    }

    /** The planned rate in percent of that of the closed loop; {@link Double#NaN} where that was not measured. */
    double percentOfMaximum() {
        Estimate maximum = closed == null
                ? Estimate.of()
                : closed.estimate(one -> one.last().rate());
        return 100 * planned() / maximum.mean();
    }

    boolean isPastLimit() {
        return achieved() < Rate.ACHIEVED;
    }

    /** A share, 0 to 1. */
    double achieved() {
        return series.last(Metric.achievedShare);
    }

    /** The rate at which half of the tries keep the target, of each repetition; 0 where it is none. */
    Estimate limit() {
        return series.estimate(repetition -> {
            Threshold limit = search(repetition);
            return limit.isNowhere() ? 0 : limit.median();
        });
    }

    /** Whether a repetition found no rate that is too high. */
    boolean isOpenAbove() {
        return series.repetitions().stream()
                .anyMatch(repetition -> search(repetition).isEverywhere());
    }

    /** Of the tries up to the limit, the share that kept the target. */
    double keptShare() {
        double limit = limit().mean();
        return tries(series.steps())
                .filter(step -> step.metric(Metric.plannedRate) <= limit)
                .mapToInt(step -> keepsTarget(step) ? 1 : 0)
                .average()
                .orElse(0);
    }

    private Threshold search(Measurement repetition) {
        Threshold limit = new Threshold(repetition.steps().get(0).rate()); // as fast as possible
        tries(repetition.steps()).forEach(step -> limit.add(step.metric(Metric.plannedRate), keepsTarget(step)));
        return limit;
    }

    private static Stream<Step> tries(List<Step> steps) {
        return steps.stream().filter(step -> step.metrics().containsKey(Metric.plannedRate));
    }

    private boolean keepsTarget(Step step) {
        return step.metric(Metric.latencyP999) < rate().value() && step.metric(Metric.achievedShare) >= Rate.ACHIEVED;
    }
}
