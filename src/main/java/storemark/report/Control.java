package storemark.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Keeps the control engine from flattening the others: it stays off a chart when it is more than {@link #LIMIT} times as
 * fast as the best of them, and its rate is said instead.
 *
 * @param drawn what the chart shows
 * @param note the control's rate in words, when it is not drawn
 */
record Control(List<Series> drawn, Optional<String> note) {
    private static final double LIMIT = 4;

    static Control of(List<Series> series, ToDoubleFunction<Series> rate) {
        OptionalDouble best = series.stream()
                .filter(one -> !one.control())
                .mapToDouble(rate)
                .filter(value -> !Double.isNaN(value))
                .max();
        List<Series> left = series.stream()
                .filter(one ->
                        one.control() && best.isPresent() && rate.applyAsDouble(one) > LIMIT * best.getAsDouble())
                .toList();
        if (left.isEmpty()) {
            return new Control(series, Optional.empty());
        }
        List<String> rates = left.stream()
                .map(one -> one.name() + " " + Quantity.COUNT.format(rate.applyAsDouble(one)) + " ops/s")
                .toList();
        List<Series> drawn = series.stream().filter(one -> !left.contains(one)).toList();
        return new Control(drawn, Optional.of("control, not drawn: " + String.join(", ", rates)));
    }
}
