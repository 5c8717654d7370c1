package storemark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.RunFile.CellEntry;

/**
 * One engine specification within a {@link Group}: all rounds of equal cells.
 *
 * @param name as charted
 * @param style see {@link Chart.Line}
 * @param budget bytes of memory that the run had; {@link Double#NaN} when unknown
 * @param rounds measured rounds; empty when no cell has finished
 * @param missing cells that are pending, failed or not supported
 */
record Series(String name, int style, double budget, List<Measurement> rounds, List<CellEntry> missing) {
    /** One place on the x axis, with all that was measured there. */
    record Point(double x, Estimate y) {}

    boolean control() {
        return style < 0;
    }

    boolean measured() {
        return !rounds.isEmpty();
    }

    Map<String, String> parameters() {
        return measured() ? rounds.get(0).parameters() : missing.get(0).parameters();
    }

    List<Step> steps() {
        return rounds.stream().flatMap(round -> round.steps().stream()).toList();
    }

    /** {@code y} of all rounds by {@code x}, in the order of x; steps that lack either do not count. */
    List<Point> points(ToDoubleFunction<Step> x, ToDoubleFunction<Step> y) {
        Map<Double, List<Double>> samples = new TreeMap<>();
        for (Step step : steps()) {
            if (!Double.isNaN(x.applyAsDouble(step)) && !Double.isNaN(y.applyAsDouble(step))) {
                samples.computeIfAbsent(x.applyAsDouble(step), place -> new ArrayList<>())
                        .add(y.applyAsDouble(step));
            }
        }
        return samples.entrySet().stream()
                .map(entry -> new Point(
                        entry.getKey(),
                        Estimate.of(entry.getValue().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray())))
                .toList();
    }

    /** {@code value} of each round; those that are {@link Double#NaN} do not count. */
    Estimate estimate(ToDoubleFunction<Measurement> value) {
        return Estimate.of(rounds.stream().mapToDouble(value).toArray());
    }

    /** The rate over the steps that {@code window} accepts, estimated from the rounds. */
    Estimate rate(Predicate<Step> window) {
        return Estimate.of(rates(window));
    }

    /** The rate over the steps that {@code window} accepts, of each round; {@link Double#NaN} where a round has none. */
    double[] rates(Predicate<Step> window) {
        return rounds.stream()
                .mapToDouble(round ->
                        round.meanRate(round.steps().stream().filter(window).toList()))
                .toArray();
    }

    /** The step with the largest key range of a round: the last one, when all are equal. */
    static Step last(Measurement round) {
        return round.steps().stream()
                .max(Comparator.comparingDouble(step -> {
                    double range = step.metric(Metric.keyRange);
                    return Double.isNaN(range) ? -1 : range;
                }))
                .orElseThrow();
    }
}
