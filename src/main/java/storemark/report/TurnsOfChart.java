package storemark.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import storemark.results.CommonRate;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/** What a chart of rates says of its turns: the machine under it, and which series were not in turns with each other. */
final class TurnsOfChart {
    /** On no x axis: a strip of one field is as wide as its chart. */
    private static final double NOWHERE = -1;

    private TurnsOfChart() {}

    /**
     * A chart of {@code groups} with both.
     *
     * @param place where on the x axis an increment of a group is; {@link Double#NaN} where it is not in the chart
     */
    static Chart annotate(Chart chart, ReportData data, List<Group> groups, ToDoubleBiFunction<Group, Step> place) {
        TreeMap<Double, List<Step>> places = new TreeMap<>();
        for (Group group : groups) {
            for (Series series : group.measured()) {
                for (Step step : series.steps()) {
                    places.computeIfAbsent(place.applyAsDouble(group, step), x -> new ArrayList<>())
                            .add(step);
                }
            }
        }
        places.remove(Double.NaN);
        boolean bar = chart.kind() == Chart.Kind.BARS && places.size() == 1;
        Map<Double, List<Step>> fields = bar ? Map.of(0.0, places.firstEntry().getValue()) : places;
        return chart.over(watch(data, fields)).saying(apart(groups));
    }

    /** A chart of {@code groups} at the last increment, whose x axis no increments lie on: one field for those that it is of. */
    static Chart annotate(Chart chart, ReportData data, List<Group> groups) {
        List<Step> last = groups.stream()
                .flatMap(group -> group.measured().stream())
                .flatMap(series -> series.repetitions().stream())
                .map(Measurement::last)
                .toList();
        return chart.over(watch(data, Map.of(NOWHERE, last))).saying(apart(groups));
    }

    private static Chart.Watch watch(ReportData data, Map<Double, List<Step>> places) {
        List<Step> run = data.runs().stream()
                .flatMap(one -> one.measurements().stream())
                .flatMap(one -> one.steps().stream())
                .toList();
        Map<Metric, Double> usual = new EnumMap<>(Metric.class);
        Canaries.NAMES.keySet().forEach(canary -> usual.put(canary, median(run, canary)));
        usual.values().removeIf(nanos -> nanos.isNaN());
        List<double[]> fields = new ArrayList<>();
        places.forEach((x, steps) -> {
            double disturbed = steps.stream()
                    .filter(step -> step.metric(Metric.disturbed) == 1)
                    .count();
            DoubleStream slower =
                    usual.entrySet().stream().mapToDouble(canary -> median(steps, canary.getKey()) / canary.getValue());
            fields.add(DoubleStream.concat(DoubleStream.of(x, disturbed, steps.size()), slower)
                    .toArray());
        });
        return usual.isEmpty()
                ? null
                : new Chart.Watch(
                        usual.keySet().stream().map(Canaries.NAMES::get).toList(), fields);
    }

    private static double median(List<Step> steps, Metric canary) {
        return Canaries.median(steps.stream()
                .mapToDouble(step -> step.metric(canary))
                .filter(nanos -> nanos > 0)
                .toArray());
    }

    /** Empty where all series of each group, and its thread counts, were in turns with each other. */
    private static String apart(List<Group> groups) {
        String engines = groups.stream()
                .map(TurnsOfChart::apart)
                .filter(words -> !words.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return engines.isEmpty() && threadCountsApart(groups)
                ? "thread counts were measured one after the other, not in turns"
                : engines;
    }

    /** Whether a repetition of two thread counts shares no comparison. */
    private static boolean threadCountsApart(List<Group> groups) {
        Map<Integer, Map<Integer, Set<Double>>> comparisons = groups.stream()
                .flatMap(group -> group.measured().stream())
                .flatMap(series -> series.repetitions().stream())
                .collect(Collectors.groupingBy(
                        Measurement::repetition,
                        Collectors.groupingBy(
                                Measurement::threads,
                                Collectors.mapping(
                                        one -> one.steps().get(0).metric(Metric.comparison), Collectors.toSet()))));
        return comparisons.values().stream()
                .map(Map::values)
                .anyMatch(threads -> threads.stream()
                        .anyMatch(some -> threads.stream().anyMatch(others -> Collections.disjoint(some, others))));
    }

    private static String apart(Group group) {
        Map<Integer, Map<Double, Set<String>>> together = new TreeMap<>();
        Map<Double, String> again = new TreeMap<>();
        for (Series series : group.measured()) {
            for (Measurement one : series.repetitions()) {
                double part = one.steps().get(0).metric(Metric.comparison);
                together.computeIfAbsent(one.repetition(), number -> new TreeMap<>())
                        .computeIfAbsent(part, number -> new LinkedHashSet<>())
                        .add(series.name());
                common(group, one).ifPresent(common -> again.put(part, common));
            }
        }
        // What was not in turns at all has no number, or one of its own.
        boolean any = together.values().stream()
                .flatMap(parts -> parts.entrySet().stream())
                .anyMatch(part -> !part.getKey().isNaN() && part.getValue().size() > 1);
        if (group.measured().size() < 2) {
            return "";
        }
        return !any && again.isEmpty()
                ? "not in turns: engines were measured one after the other"
                : together.values().stream()
                        .filter(parts -> parts.size() > 1)
                        .findFirst()
                        .map(parts -> apart(parts, again))
                        .orElse("");
    }

    /** @param again the common engine, by the number of each part in which it was measured again */
    private static String apart(Map<Double, Set<String>> parts, Map<Double, String> again) {
        String through = parts.keySet().stream()
                .map(again::get)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining(", "));
        return "in turns only within each part: "
                + parts.entrySet().stream()
                        .map(part -> String.join(", ", part.getValue())
                                + (again.containsKey(part.getKey()) ? ", " + again.get(part.getKey()) + " again" : ""))
                        .collect(Collectors.joining("; "))
                + (through.isEmpty() ? "" : "; compared through " + through);
    }

    /** The common engine, if it was measured once more in the part of {@code one}. */
    private static Optional<String> common(Group group, Measurement one) {
        Step first = one.steps().get(0);
        double number = first.metric(Metric.commonComparison);
        return first.metric(Metric.comparison) == number
                ? Optional.empty()
                : group.measured().stream()
                        .filter(series -> series.repetitions().stream()
                                .anyMatch(other -> CommonRate.isOf(other)
                                        && other.steps().get(0).metric(Metric.comparison) == number))
                        .map(Series::name)
                        .findFirst();
    }
}
