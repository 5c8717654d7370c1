package storemark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.Results;

/** How many turns of a run that was disturbed on purpose were marked, among those that were disturbed and among the others. What
 * else runs on the machine, or beside it on its host, counts by itself: such turns have to be marked. */
final class Planted {
    /** Of a turn: a disturbance of less says nothing of whether it should be marked. */
    private static final double LEAST = 0.3;

    private record Hog(String kind, double from, double to) {
        /** The share of the turn during which it was there. */
        double share(Step turn) {
            double began = turn.metric(Metric.turnBegan);
            double ended = began + turn.metric(Metric.turnNanos) / 1e9;
            return Math.max(0, Math.min(to, ended) - Math.max(from, began)) / (ended - began);
        }
    }

    private Planted() {}

    /** Arguments: the run's folder, and a file with a line for each disturbance: its kind, from when, until when, in seconds since 1970. */
    public static void main(String[] arguments) throws IOException {
        List<Hog> hogs = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String[] words = line.split(" ", -1);
            hogs.add(new Hog(words[0], Double.parseDouble(words[1]), Double.parseDouble(words[2])));
        }
        List<Step> turns = Results.read(Path.of(arguments[0])).measurements().stream()
                .map(Measurement::steps)
                .flatMap(List::stream)
                .toList();
        Map<String, int[]> counts = new TreeMap<>();
        for (Step turn : turns) {
            Hog most = hogs.stream()
                    .reduce((one, other) -> one.share(turn) >= other.share(turn) ? one : other)
                    .orElseThrow();
            boolean busy = turn.metric(Metric.othersCpuShare) > 0.05;
            boolean stolen = turn.metric(Metric.stealShare) > 0.05;
            String kind = most.share(turn) >= LEAST
                    ? most.kind
                    : most.share(turn) > 0 ? "hardly" : busy ? "other work" : stolen ? "hypervisor" : "undisturbed";
            int[] count = counts.computeIfAbsent(kind, key -> new int[2]);
            count[0]++;
            count[1] += turn.metric(Metric.disturbed) == 1 ? 1 : 0;
        }
        counts.forEach((kind, count) -> System.out.printf(
                Locale.ROOT,
                "%-12s %4d turns: %4d marked (%.1f%%)%n",
                kind,
                count[0],
                count[1],
                100.0 * count[1] / count[0]));
        System.out.printf(Locale.ROOT, "between turns: %.1f%% of the run%n", 100 * between(turns));
    }

    /** Of the time from the run's first measured turn to its last: what passed between turns of a comparison, mostly with canaries. */
    private static double between(List<Step> turns) {
        Map<Double, double[]> comparisons = new TreeMap<>();
        for (Step turn : turns) {
            double began = turn.metric(Metric.turnBegan);
            double seconds = turn.metric(Metric.turnNanos) / 1e9;
            double[] times = comparisons.computeIfAbsent(
                    turn.metric(Metric.comparison), key -> new double[] {Double.MAX_VALUE, 0, 0});
            times[0] = Math.min(times[0], began);
            times[1] = Math.max(times[1], began + seconds);
            times[2] += seconds;
        }
        double between = comparisons.values().stream()
                .mapToDouble(times -> times[1] - times[0] - times[2])
                .sum();
        double first = comparisons.values().stream()
                .mapToDouble(times -> times[0])
                .min()
                .orElseThrow();
        double last = comparisons.values().stream()
                .mapToDouble(times -> times[1])
                .max()
                .orElseThrow();
        return between / (last - first);
    }
}
