package storemark.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import storemark.report.published.DataPlace;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/**
 * A part of the key range that is averaged for a bar. It is the same for all engines of a chart, so that bars compare equal
 * work: data are in memory up to where the largest store leaves it or the first engine reads the disk, and past memory from where
 * the smallest has left it.
 *
 * @param place which part
 * @param about how it is defined; empty when it is all of the key range
 * @param axis what {@code holds} is asked for
 * @param holds which places on the axis are in it
 */
record Window(DataPlace place, String about, Metric axis, DoublePredicate holds) {
    /** The windows of groups that differ in threads only; one for everything, when no memory size is known. */
    static List<Window> of(List<Group> groups) {
        Metric axis = groups.get(0).axis();
        List<Series> series =
                groups.stream().flatMap(group -> group.measured().stream()).toList();
        if (series.stream().allMatch(one -> Double.isNaN(one.budget()))) {
            return List.of(new Window(DataPlace.ALL, "", axis, x -> true));
        }
        List<DoubleUnaryOperator> stored = new ArrayList<>();
        for (Series one : series) {
            DataSize size = DataSize.of(one, axis);
            if (!size.isEmpty() && !Double.isNaN(one.budget())) {
                stored.add(x -> size.at(x) / one.budget());
            }
        }
        DoubleFunction<DoubleSummaryStatistics> shares = x ->
                stored.stream().mapToDouble(share -> share.applyAsDouble(x)).summaryStatistics();
        String memory = memory(series);
        return List.of(
                inMemory(
                        new Window(
                                DataPlace.IN_MEMORY,
                                "at most " + percent(Memory.IN_MEMORY) + " of " + memory + " in the largest store",
                                axis,
                                x -> stored.isEmpty() || shares.apply(x).getMax() <= Memory.IN_MEMORY),
                        series),
                new Window(
                        DataPlace.PAST_MEMORY,
                        "at least " + percent(Memory.PAST_MEMORY) + " of " + memory + " in the smallest store",
                        axis,
                        x -> !stored.isEmpty() && shares.apply(x).getMin() >= Memory.PAST_MEMORY));
    }

    /** {@code fits} up to where the first engine reads the disk. One that reads from the start ends nothing, and is named. */
    private static Window inMemory(Window fits, List<Series> series) {
        DiskReads reads = DiskReads.of(series, fits.axis);
        double start = series.stream()
                .flatMap(one -> one.steps().stream())
                .mapToDouble(step -> step.metric(fits.axis))
                .filter(fits.holds)
                .min()
                .orElse(Double.NaN);
        String always = reads.readers(x -> x <= start);
        boolean ends = !reads.readers(x -> fits.holds.test(x) && x > start).isEmpty();
        String about = ends
                ? ", and no engine " + (always.isEmpty() ? "" : "but " + always + " ") + "reads the disk"
                : always.isEmpty() ? "" : "; the disk is read by " + always;
        DoublePredicate unread = x -> fits.holds.test(x) && reads.noneBetween(start, x);
        return new Window(fits.place, fits.about + about, fits.axis, unread);
    }

    /** For headings; empty when the window is all of the key range. */
    String title() {
        return place == DataPlace.ALL ? "" : "data " + place.words();
    }

    /** For file names. */
    String id() {
        return place == DataPlace.ALL ? "" : "-" + place.words().replace(' ', '-');
    }

    boolean holds(Step step) {
        return holds.test(step.metric(axis));
    }

    /** {@code key ranges 200k to 600k}: the measured places inside, in words. */
    String places(List<Group> groups) {
        TreeSet<Double> places = groups.stream()
                .flatMap(group -> group.measured().stream())
                .flatMap(series -> series.steps().stream())
                .filter(this::holds)
                .map(step -> step.metric(axis))
                .filter(place -> !Double.isNaN(place))
                .collect(Collectors.toCollection(TreeSet::new));
        if (places.isEmpty()) {
            return "all steps";
        }
        String first = Quantity.COUNT.format(places.first());
        String range = places.size() == 1 ? first : first + " to " + Quantity.COUNT.format(places.last());
        return axis == Metric.entries ? range + " entries" : "key range " + range;
    }

    private static String memory(List<Series> series) {
        boolean same = series.stream().mapToDouble(Series::budget).distinct().count() == 1;
        return same ? Quantity.BYTES.format(series.get(0).budget()) + " memory" : "memory";
    }

    private static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}
