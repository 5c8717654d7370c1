package storemark.report;

import java.util.List;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/** Says in words what the error bars of a chart are. */
final class Spread {
    private Spread() {}

    /** For charts whose points are means of all repetitions, and of all steps at the same place. */
    static String of(List<Series> series, Metric axis) {
        int samples = series.stream()
                .flatMap(one -> one.points(axis, Step::rate).stream())
                .mapToInt(point -> point.y().samples())
                .max()
                .orElse(0);
        int repetitions = repetitions(series);
        return samples <= repetitions ? words(repetitions, "repetitions") : words(samples, "iterations");
    }

    /** For charts whose points are means of repetitions. */
    static String ofRepetitions(List<Group> groups) {
        return words(
                repetitions(groups.stream()
                        .flatMap(group -> group.series().stream())
                        .toList()),
                "repetitions");
    }

    private static String words(int samples, String what) {
        return samples == 1
                ? "one repetition: no error bars"
                : "mean of " + samples + " " + what + "; error bars: "
                        + (samples == 2 ? "both " + what : "95% confidence interval");
    }

    static int repetitions(List<Series> series) {
        return Math.max(
                1,
                series.stream().mapToInt(one -> one.repetitions().size()).max().orElse(1));
    }
}
