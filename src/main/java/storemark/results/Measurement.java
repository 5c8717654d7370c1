package storemark.results;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import storemark.workload.Workload;

/**
 * What one fork of one finished cell measured, step by step. Immutable; safe to share between threads.
 *
 * @param cell the cell's id in its run
 * @param engine engine specification
 * @param threads at least 1
 * @param repetition 1 for the first fork of this cell, 2 for the second, ...
 * @param parameters JMH parameters by name, in JMH's order
 * @param steps the measured iterations in order; never empty
 */
public record Measurement(
        String cell,
        String engine,
        Workload workload,
        int threads,
        int repetition,
        Map<String, String> parameters,
        List<Step> steps) {
    public Measurement {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        steps = List.copyOf(steps);
    }

    /**
     * One measured iteration.
     *
     * @param rate operations per second, of all threads together; {@link Double#NaN} when it was not measured
     * @param metrics what could be read, by metric
     */
    public record Step(double rate, Map<Metric, Double> metrics) {
        public Step {
            metrics = Collections.unmodifiableMap(new EnumMap<>(metrics));
        }

        /** The value of {@code metric} in its own unit, or {@link Double#NaN} when it could not be read. */
        public double metric(Metric metric) {
            return metrics.getOrDefault(metric, Double.NaN);
        }
    }

    /** The same with these steps. */
    public Measurement with(List<Step> others) {
        return new Measurement(cell, engine, workload, threads, repetition, parameters, others);
    }

    /**
     * All operations of {@code steps} divided by all of their time, in operations per second: the arithmetic mean of rates
     * over equal times, and the harmonic mean over equal work. Steps without a rate do not count.
     *
     * @param steps some of {@link #steps()}
     * @return {@link Double#NaN} when no step has a rate
     */
    public double meanRate(List<Step> steps) {
        double[] rates = steps.stream()
                .mapToDouble(Step::rate)
                .filter(rate -> !Double.isNaN(rate))
                .toArray();
        double sum = 0;
        for (double rate : rates) {
            sum += workload.countsOperations() ? 1 / rate : rate;
        }
        return rates.length == 0 ? Double.NaN : workload.countsOperations() ? rates.length / sum : sum / rates.length;
    }

    /**
     * All operations of the measured steps divided by their time and that which the store took to settle afterwards, in
     * operations per second. Where a time-out ended the waiting, the rate is lower still.
     *
     * @return {@link Double#NaN} for what does not write, and where the debt or a step was not measured
     */
    public double rateWithDebt() {
        return rateOfAll(settleNanos() / 1e9);
    }

    /** All operations of the measured steps divided by their time, in operations per second: what the debt is to be compared with. */
    public double rateWithoutDebt() {
        return rateOfAll(0);
    }

    private double rateOfAll(double moreSeconds) {
        double operations = 0;
        double seconds = moreSeconds;
        for (Step step : steps) {
            double time = step.metric(Metric.operations) / step.metric(Metric.wallRate);
            // Beside readers it is the writes that leave a debt.
            operations +=
                    workload.hasWriters() ? time * step.metric(Metric.writerRate) : step.metric(Metric.operations);
            seconds += time;
        }
        return operations / seconds;
    }

    /** How long the store took to settle after the last step, in nanoseconds; {@link Double#NaN} where not measured. */
    public double settleNanos() {
        return last(Metric.settleNanos);
    }

    /** The step with the most of {@code metric}, the last of those that have as much; the first where it was not measured. */
    public Step largest(Metric metric) {
        return steps.stream()
                .filter(step -> !Double.isNaN(step.metric(metric)))
                .reduce((largest, step) -> largest.metric(metric) > step.metric(metric) ? largest : step)
                .orElse(steps.get(0));
    }

    /** The highest value of {@code metric} in any step; {@link Double#NaN} where it was not measured. */
    public double highest(Metric metric) {
        return largest(metric).metric(metric);
    }

    /** The last step: at the largest key range, but of removals, whose key range falls. */
    public Step last() {
        return steps.get(steps.size() - 1);
    }

    /** A metric of the last step. */
    public double last(Metric metric) {
        return last().metric(metric);
    }
}
