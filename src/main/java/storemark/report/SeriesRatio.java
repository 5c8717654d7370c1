package storemark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.statistics.Ratio;

/**
 * How many times as fast one series is as another: two engines, or two thread counts of one. Repetitions are matched by number and
 * increments by place. Increments of different parts of a comparison are compared through its common engine, as if they had been in
 * turns. Disturbed increments do not count, unless they are more than half of a repetition: what is left would be too few, and in turns a
 * disturbance is that of both.
 */
final class SeriesRatio {
    /** What counts of a repetition at its places that count. */
    private interface Values {
        double[] of(Measurement repetition, int[] places);
    }

    private static final List<Metric> LATENCIES = List.of(Metric.latencyP50, Metric.latencyP99, Metric.latencyP999);

    private SeriesRatio() {}

    /**
     * The ratio of the rates; paired where the increments that count were measured in turns or are compared through a common engine, in
     * all repetitions or in as many as a verdict needs. Empty where either has none.
     */
    static Optional<Ratio> of(Series first, Series second) {
        return of(first, second, SeriesRatio::rates);
    }

    /** As {@link #of}, for mean rates: all operations divided by all of their time, so it says what took longer in total. */
    static Optional<Ratio> ofMeans(Series first, Series second) {
        return of(first, second, SeriesRatio::mean);
    }

    private static Optional<Ratio> of(Series first, Series second, Values values) {
        Map<Integer, Measurement> others = second.repetitions().stream()
                .collect(Collectors.toMap(Measurement::repetition, Function.identity(), (one, again) -> one));
        List<double[]> one = new ArrayList<>();
        List<double[]> other = new ArrayList<>();
        int matched = 0;
        for (Measurement repetition : first.repetitions()) {
            Measurement found = others.get(repetition.repetition());
            if (found != null) {
                Measurement match = beside(repetition, found);
                int[] places = inTurns(repetition.steps(), match.steps());
                matched++;
                if (places.length > 0) {
                    one.add(values.of(repetition, places));
                    other.add(values.of(match, places));
                }
            }
        }
        boolean paired = !one.isEmpty() && (one.size() == matched || one.size() >= Ratio.FEWEST);
        return paired ? Optional.of(Ratio.paired(one, other)) : apart(first, second, values, common(first, second));
    }

    /** As {@link #ofMeans}, of what was not measured at the same places. */
    static Optional<Ratio> ofMeansApart(Series first, Series second) {
        return apart(first, second, SeriesRatio::mean, place -> true);
    }

    /** The median of a ratio with its interval, which one repetition has not. */
    static Estimate estimate(Ratio ratio) {
        return ratio.repetitions() < 2
                ? Estimate.of(ratio.median())
                : new Estimate(ratio.median(), ratio.low(), ratio.high(), ratio.repetitions());
    }

    private static Optional<Ratio> apart(Series first, Series second, Values values, IntPredicate counts) {
        return Ratio.unpaired(calm(first.repetitions(), values, counts), calm(second.repetitions(), values, counts))
                .map(ratio -> first.run() == second.run()
                        ? ratio
                        : ratio.widened(Canaries.doubt(first.repetitions(), second.repetitions())));
    }

    /** The places that count in both; all where there are none. */
    private static IntPredicate common(Series first, Series second) {
        Set<Integer> common = calm(first);
        common.retainAll(calm(second));
        return common.isEmpty() ? place -> true : common::contains;
    }

    private static Set<Integer> calm(Series series) {
        return series.repetitions().stream()
                .flatMapToInt(repetition -> IntStream.of(calm(repetition.steps())))
                .boxed()
                .collect(Collectors.toSet());
    }

    /** {@code other} as if it had been in the same part of the comparison as {@code one}, as far as a common engine says so. */
    static Measurement beside(Measurement one, Measurement other) {
        List<Step> steps = new ArrayList<>(other.steps());
        for (int place = 0; place < Math.min(one.steps().size(), steps.size()); place++) {
            steps.set(place, beside(one.steps().get(place), steps.get(place)));
        }
        return other.with(steps);
    }

    private static Step beside(Step one, Step other) {
        boolean apart = one.metric(Metric.comparison) != other.metric(Metric.comparison);
        if (!apart || one.metric(Metric.commonComparison) != other.metric(Metric.commonComparison)) {
            return other;
        }
        double faster = one.metric(Metric.commonRate) / other.metric(Metric.commonRate);
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        metrics.putAll(other.metrics());
        LATENCIES.forEach(metric -> metrics.computeIfPresent(metric, (same, nanos) -> nanos / faster));
        metrics.put(Metric.comparison, one.metric(Metric.comparison));
        boolean disturbed = Stream.of(one, other).anyMatch(step -> step.metric(Metric.commonDisturbed) == 1);
        metrics.put(Metric.disturbed, disturbed || isDisturbed(other) ? 1.0 : 0.0);
        return new Step(other.rate() * faster, metrics);
    }

    /** Places at which both were measured in turns with each other; none unless that is so at all places with rates. */
    private static int[] inTurns(List<Step> one, List<Step> other) {
        int[] measured = IntStream.range(0, Math.min(one.size(), other.size()))
                .filter(place -> hasRate(one.get(place)) && hasRate(other.get(place)))
                .toArray();
        boolean turns = IntStream.of(measured).allMatch(place -> areInTurns(one.get(place), other.get(place)));
        return turns
                ? calm(measured, place -> isDisturbed(one.get(place)) || isDisturbed(other.get(place)))
                : new int[0];
    }

    /** A run that is reported twice has the same comparisons, but also the same turns. */
    private static boolean areInTurns(Step one, Step other) {
        return one.metric(Metric.comparison) == other.metric(Metric.comparison)
                && one.metric(Metric.turn) != other.metric(Metric.turn);
    }

    /** The rates of each repetition that has any, {@link Double#NaN} at increments that do not count. */
    static List<double[]> rates(List<Measurement> repetitions) {
        return calm(repetitions, SeriesRatio::rates, place -> true);
    }

    private static List<double[]> calm(List<Measurement> repetitions, Values values, IntPredicate counts) {
        List<double[]> all = new ArrayList<>();
        for (Measurement repetition : repetitions) {
            int[] places = IntStream.of(calm(repetition.steps())).filter(counts).toArray();
            if (places.length > 0) {
                all.add(values.of(repetition, places));
            }
        }
        return all;
    }

    private static int[] calm(List<Step> steps) {
        int[] measured = IntStream.range(0, steps.size())
                .filter(place -> hasRate(steps.get(place)))
                .toArray();
        return calm(measured, place -> isDisturbed(steps.get(place)));
    }

    private static int[] calm(int[] places, IntPredicate disturbed) {
        int[] calm = IntStream.of(places).filter(disturbed.negate()).toArray();
        return 2 * calm.length < places.length ? places : calm;
    }

    /** The rates at {@code places}, and {@link Double#NaN} before and between them. */
    private static double[] rates(Measurement repetition, int[] places) {
        double[] rates = new double[places.length == 0 ? 0 : places[places.length - 1] + 1];
        Arrays.fill(rates, Double.NaN);
        IntStream.of(places)
                .forEach(place -> rates[place] = repetition.steps().get(place).rate());
        return rates;
    }

    private static double[] mean(Measurement repetition, int[] places) {
        List<Step> steps =
                IntStream.of(places).mapToObj(repetition.steps()::get).toList();
        return new double[] {repetition.meanRate(steps)};
    }

    private static boolean hasRate(Step step) {
        return step.rate() > 0 && Double.isFinite(step.rate());
    }

    private static boolean isDisturbed(Step step) {
        return step.metric(Metric.disturbed) == 1;
    }
}
