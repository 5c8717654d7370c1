package storemark.report;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import storemark.report.published.DataPlace;
import storemark.results.Estimate;
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
    /** Data of up to this share of memory are in memory, with room for what else lives there. */
    private static final double IN_MEMORY = 0.75;
    /** Data from this multiple of memory on are past memory: most reads go to the device. */
    private static final double PAST_MEMORY = 1.5;
    /** The windows of groups that differ in threads only; one for everything, when no memory size is known. */
    static List<Window> of(List<Group> groups) {
        Metric axis = groups.get(0).axis();
        List<Series> series =
                groups.stream().flatMap(group -> group.measured().stream()).toList();
        if (series.stream().allMatch(one -> Double.isNaN(one.budget()))) {
            return List.of(all(axis));
        }
        List<DataSize> stored = DataSize.of(series, axis);
        String memory = memory(series);
        return List.of(
                inMemory(
                        new Window(
                                DataPlace.IN_MEMORY,
                                "at most " + percent(IN_MEMORY) + " of " + memory + " in the largest store",
                                axis,
                                x -> stored.isEmpty() || shares(stored, x).getMax() <= IN_MEMORY),
                        series),
                new Window(
                        DataPlace.PAST_MEMORY,
                        "at least " + percent(PAST_MEMORY) + " of " + memory + " in the smallest store",
                        axis,
                        x -> !stored.isEmpty() && shares(stored, x).getMin() >= PAST_MEMORY));
    }

    /** All of the key range. */
    static Window all(Metric axis) {
        return new Window(DataPlace.ALL, "", axis, x -> true);
    }

    private static DoubleSummaryStatistics shares(List<DataSize> stored, double x) {
        return stored.stream().mapToDouble(size -> size.share(x)).summaryStatistics();
    }

    /** {@code fits} up to where the first engine reads the disk. One that reads from the start ends nothing, and is named. */
    private static Window inMemory(Window fits, List<Series> series) {
        Map<String, Double> reads = readsFrom(series, fits.axis);
        double start = series.stream()
                .flatMap(one -> one.metrics(fits.axis).boxed())
                .filter(fits.holds::test)
                .min(Double::compare)
                .orElse(Double.NaN);
        String always = reads.entrySet().stream()
                .filter(engine -> engine.getValue() <= start)
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        boolean ends = reads.values().stream().anyMatch(x -> fits.holds.test(x) && x > start);
        String about = ends
                ? ", and no engine " + (always.isEmpty() ? "" : "but " + always + " ") + "reads the disk"
                : always.isEmpty() ? "" : "; the disk is read by " + always;
        DoublePredicate unread =
                x -> fits.holds.test(x) && reads.values().stream().noneMatch(first -> first > start && first <= x);
        return new Window(fits.place, fits.about + about, fits.axis, unread);
    }

    /**
     * From which place on each engine reads the disk, as the kernel counted it, by its name; none for one that never does. A
     * memory budget is not all for an engine's data, and each engine uses it differently. Without a budget none counts: what it
     * reads then, of a directory for instance, is not because memory is short. The median of the repetitions decides: one whose
     * pre-scan was cut short says nothing about memory.
     */
    private static Map<String, Double> readsFrom(List<Series> series, Metric axis) {
        Map<String, Double> from = new TreeMap<>();
        series.stream()
                .filter(one -> Memory.isGiven(one.parameters()))
                .forEach(one -> one
                        .points(
                                axis,
                                step -> step.metric(Metric.ioReadBytes) / step.metric(Metric.operations),
                                Estimate::median)
                        .stream()
                        .filter(point -> point.y().mean() > Metric.FEW_BYTES)
                        .findFirst()
                        .ifPresent(point -> from.merge(one.name(), point.x(), Math::min)));
        return from;
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

    /** The places inside that were measured. */
    DoubleSummaryStatistics measured(List<Group> groups) {
        return groups.stream()
                .flatMap(group -> group.measured().stream())
                .flatMapToDouble(series -> series.metrics(axis))
                .filter(holds)
                .summaryStatistics();
    }

    /** {@code key ranges 200k to 600k}: the measured places inside, in words. */
    String places(List<Group> groups) {
        DoubleSummaryStatistics places = measured(groups);
        if (places.getCount() == 0) {
            return "all increments";
        }
        String first = Quantity.COUNT.format(places.getMin());
        String range =
                places.getMin() == places.getMax() ? first : first + " to " + Quantity.COUNT.format(places.getMax());
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
