package storemark.report;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps the control engine from flattening the others: it stays off a chart when it is more than {@link #LIMIT} times as
 * fast as the best of them, and its rate is said instead.
 *
 * @param drawn what the chart shows
 * @param left what it does not
 * @param note the rates of what is left out, in words; or empty
 */
record Control(List<Series> drawn, List<Series> left, String note) {
    private static final double LIMIT = 4;

    /**
     * Decides for one chart.
     *
     * @param rate by which series are compared; {@link Double#NaN} when a series has none
     */
    static Control of(List<Series> series, ToDoubleFunction<Series> rate) {
        OptionalDouble best = series.stream()
                .filter(one -> !one.control())
                .mapToDouble(rate)
                .filter(value -> !Double.isNaN(value))
                .max();
        Map<Boolean, List<Series>> parts = series.stream()
                .collect(Collectors.partitioningBy(one ->
                        one.control() && best.isPresent() && rate.applyAsDouble(one) > LIMIT * best.getAsDouble()));
        Stream<String> rates = parts.get(true).stream()
                .map(one -> one.name() + " " + Quantity.COUNT.format(rate.applyAsDouble(one)) + " ops/s");
        return new Control(parts.get(false), parts.get(true), Words.listed("control, not drawn: ", rates));
    }

    /** Decides for a chart of groups, by the mean of each series' rates in them; a series is listed once for each group. */
    static Control of(List<Group> groups) {
        List<Series> series =
                groups.stream().flatMap(group -> group.measured().stream()).toList();
        Map<String, Double> rates = series.stream()
                .collect(Collectors.groupingBy(Series::name, Collectors.averagingDouble(Series::meanRate)));
        return of(series, one -> rates.get(one.name()));
    }

    boolean draws(Series series) {
        return left.stream().noneMatch(one -> one.name().equals(series.name()));
    }
}
