package storemark.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.Outcome;
import storemark.results.RunFile.CellEntry;

/**
 * One engine specification within a {@link Group}: all repetitions of equal cells.
 *
 * @param run its place in the report
 * @param name as charted
 * @param order its place among the series of the report
 * @param style see {@link Styles}
 * @param budget bytes of memory that the run had; {@link Double#NaN} when unknown
 * @param promises what was tested of its durability, by level
 * @param remarks what else tells its rates of writes from those of others, by level
 * @param repetitions measured ones; empty when no cell has finished
 * @param missing cells that are pending, failed or not supported
 */
record Series(
        int run,
        String name,
        int order,
        int style,
        double budget,
        Map<String, Outcome> promises,
        Map<String, String> remarks,
        List<Measurement> repetitions,
        List<CellEntry> missing) {
    /** One place on the x axis, with all that was measured there. */
    record Point(double x, Estimate y) {}

    boolean control() {
        return style == Styles.CONTROL;
    }

    /** Its name, and how it stands to the durability that it writes at. */
    String label() {
        return standing().isEmpty() ? name : name + " (" + standing() + ")";
    }

    /** How it stands to the durability that it writes at: not kept, exceeded (or both), or what a kill leaves at none; empty as a rule. */
    String standing() {
        String remark = writes() ? remarks.getOrDefault(level(), "") : "";
        if (isBroken()) {
            return level() + (remark.isEmpty() ? " not kept" : ": " + remark + ", not kept");
        }
        return remark.isEmpty() ? "" : level() + ": " + remark;
    }

    /** Whether it writes at a level of durability that it did not keep when it was cut. */
    boolean isBroken() {
        return writes()
                && promises.containsKey(level())
                && promises.get(level()).notKept();
    }

    private boolean writes() {
        return measured() && repetitions.get(0).workload().writes();
    }

    /** Of durability; empty where that is not known. */
    String level() {
        return parameters().getOrDefault("durability", "");
    }

    boolean measured() {
        return !repetitions.isEmpty();
    }

    Map<String, String> parameters() {
        return measured() ? repetitions.get(0).parameters() : missing.get(0).parameters();
    }

    List<Step> steps() {
        return repetitions.stream()
                .flatMap(repetition -> repetition.steps().stream())
                .toList();
    }

    /** It as far as it was measured within {@code window}. */
    Series within(Window window) {
        return new Series(
                run,
                name,
                order,
                style,
                budget,
                promises,
                remarks,
                repetitions.stream()
                        .map(one -> one.with(
                                one.steps().stream().filter(window::holds).toList()))
                        .filter(one -> !one.steps().isEmpty())
                        .toList(),
                missing);
    }

    /** The values of {@code metric} in all steps that have it. */
    DoubleStream metrics(Metric metric) {
        return steps().stream().mapToDouble(step -> step.metric(metric)).filter(value -> !Double.isNaN(value));
    }

    /** {@code y} of all repetitions by the place on {@code axis}, in its order; steps that lack either do not count. */
    List<Point> points(Metric axis, ToDoubleFunction<Step> y) {
        return points(axis, y, Estimate::of);
    }

    /** As {@link #points(Metric, ToDoubleFunction)}, with {@code middle} of the repetitions at each place. */
    List<Point> points(Metric axis, ToDoubleFunction<Step> y, Function<double[], Estimate> middle) {
        return steps().stream()
                .filter(step -> !Double.isNaN(step.metric(axis)) && !Double.isNaN(y.applyAsDouble(step)))
                .collect(Collectors.groupingBy(step -> step.metric(axis), TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(place -> new Point(
                        place.getKey(),
                        middle.apply(place.getValue().stream().mapToDouble(y).toArray())))
                .toList();
    }

    /** {@code value} of each step. */
    Estimate estimateSteps(ToDoubleFunction<Step> value) {
        return Estimate.of(steps().stream().mapToDouble(value).toArray());
    }

    /** {@code value} of each repetition; those that are {@link Double#NaN} do not count. */
    Estimate estimate(ToDoubleFunction<Measurement> value) {
        return Estimate.of(repetitions.stream().mapToDouble(value).toArray());
    }

    /** {@code metric} of the last increment: the mean of the repetitions that have it. */
    double last(Metric metric) {
        return estimate(repetition -> repetition.last(metric)).mean();
    }

    /** {@code metric} of the last increment: the highest of all repetitions; {@link Double#NaN} where none has it. */
    double highest(Metric metric) {
        return repetitions.stream()
                .mapToDouble(repetition -> repetition.last(metric))
                .filter(one -> !Double.isNaN(one))
                .max()
                .orElse(Double.NaN);
    }

    /** The rate over the steps that {@code window} accepts, estimated from the repetitions. */
    Estimate rate(Predicate<Step> window) {
        return Estimate.of(rates(window));
    }

    /** The rate over all steps: the mean of the repetitions. */
    double meanRate() {
        return rate(step -> true).mean();
    }

    /** The rate over the steps that {@code window} accepts, of each repetition; {@link Double#NaN} where it has none. */
    double[] rates(Predicate<Step> window) {
        return repetitions.stream()
                .mapToDouble(repetition -> repetition.meanRate(
                        repetition.steps().stream().filter(window).toList()))
                .toArray();
    }
}
