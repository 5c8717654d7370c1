package storemark.report;

import java.util.Collection;
import java.util.SortedSet;
import java.util.stream.DoubleStream;

/** Chooses between a linear and a logarithmic scale. */
final class Scale {
    /** From this ratio of highest to lowest on, a linear scale would press the lowest onto the axis. */
    private static final double WIDE = 20;

    private Scale() {}

    static boolean logY(Collection<Chart.Line> lines) {
        double[] values = lines.stream()
                .flatMapToDouble(line -> line.points().stream().mapToDouble(point -> point[1]))
                .filter(value -> value > 0)
                .toArray();
        return values.length > 0
                && DoubleStream.of(values).max().orElseThrow()
                        > WIDE * DoubleStream.of(values).min().orElseThrow();
    }

    /** Steps of equal ratio (1k, 10k, 100k) want a logarithmic axis, steps of equal length (10M, 20M, 30M) a linear one. */
    static boolean logX(SortedSet<Double> places) {
        double middle = places.stream().skip(places.size() / 2).findFirst().orElseThrow();
        return places.first() > 0
                && places.last() > WIDE * places.first()
                && middle - places.first() < (places.last() - places.first()) / 5;
    }
}
