package storemark.report;

import java.util.List;
import storemark.results.Estimate;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/** Says in words what the error bars of a chart are. */
final class Spread {
    private Spread() {}

    /** For charts whose points are means of all rounds, and of all steps at the same place. */
    static String of(List<Series> series, Metric axis) {
        int rounds = rounds(series);
        int samples = series.stream()
                .flatMap(one -> one.points(step -> step.metric(axis), Step::rate).stream())
                .mapToInt(point -> point.y().samples())
                .max()
                .orElse(0);
        return samples <= rounds ? ofRounds(rounds) : words(samples, "iterations");
    }

    /** For charts whose points are means of rounds. */
    static String ofRounds(List<Group> groups) {
        return ofRounds(groups.stream()
                .mapToInt(group -> rounds(group.measured()))
                .max()
                .orElse(1));
    }

    private static String ofRounds(int rounds) {
        return rounds == 1 ? "one run: no error bars" : words(rounds, "rounds");
    }

    private static String words(int samples, String what) {
        return "mean of " + samples + " " + what + "; error bars: " + Estimate.spread(samples, what);
    }

    static int rounds(List<Series> series) {
        return series.stream().mapToInt(one -> one.rounds().size()).max().orElse(1);
    }
}
