package storemark.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.parameter.Parameters;
import storemark.results.Metric;
import storemark.workload.Workload;

/**
 * Cells that belong in one chart: the same workload, threads and parameters, one series for each engine specification.
 *
 * @param threads at least 1
 * @param variant the parameters that tell this group from others of the same workload, by name; often empty
 * @param advisory whether a memory budget was not enforced
 * @param series in the order of the report's series
 */
record Group(Workload workload, int threads, Map<String, String> variant, boolean advisory, List<Series> series) {
    /** {@code all} by {@code key}, in the order in which the first of each comes. */
    static <T, K> Map<K, List<T>> by(Stream<T> all, Function<T, K> key) {
        return all.collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }

    /** {@code groups} that differ in threads only, together. */
    static Collection<List<Group>> byThreads(List<Group> groups) {
        return by(groups.stream(), group -> List.of(group.workload, group.variant))
                .values();
    }

    /**
     * {@code groups} that differ in one parameter only, in the order of its values: two at least make a family.
     *
     * @param value of the parameter, of groups that have it
     */
    static List<List<Group>> families(Stream<Group> groups, String parameter, ToDoubleFunction<Group> value) {
        return by(groups.filter(group -> group.variant.containsKey(parameter)), group -> group.without(parameter))
                .values()
                .stream()
                .filter(family -> family.size() > 1)
                .map(family -> family.stream()
                        .sorted(Comparator.comparingDouble(value))
                        .toList())
                .toList();
    }

    /** It without a parameter and what was measured: equal for all of a family. */
    Group without(String parameter) {
        return new Group(workload, threads, without(variant, List.of(parameter)), advisory, List.of());
    }

    static Map<String, String> without(Map<String, String> parameters, Collection<String> names) {
        Map<String, String> rest = new TreeMap<>(parameters);
        rest.keySet().removeAll(names);
        return rest;
    }

    static Map<String, String> only(Map<String, String> parameters, Collection<String> names) {
        Map<String, String> only = new TreeMap<>(parameters);
        only.keySet().retainAll(names);
        return only;
    }

    /** Records in its stores, where groups differ in them. */
    double entries() {
        return Double.parseDouble(variant.get("entries"));
    }

    /** Whether it was measured in a single step, so that it is one point of a line of several groups. */
    boolean hasOnePlace() {
        return measured().stream()
                        .flatMap(one -> one.steps().stream())
                        .mapToDouble(step -> step.metric(axis()))
                        .distinct()
                        .count()
                <= 1;
    }

    /** It as far as it was measured within {@code window}, which its names say. */
    Group within(Window window) {
        Map<String, String> named = new TreeMap<>(variant);
        named.put("data", window.place().words());
        return new Group(
                workload,
                threads,
                named,
                advisory,
                series.stream().map(one -> one.within(window)).toList());
    }

    /** The series that have measurements. */
    List<Series> measured() {
        return series.stream().filter(Series::measured).toList();
    }

    /** What steps differ in: entries so far where the set of keys changes, else the key range. */
    Metric axis() {
        return workload.countsOperations() ? Metric.entries : Metric.keyRange;
    }

    /** {@code read-t2}, {@code update-t1-pass2}: unique in a report, safe as a part of a file name. */
    String id() {
        return workload + "-t" + threads + id(variant);
    }

    static String id(Map<String, String> parameters) {
        return Words.id(parameters.entrySet().stream()
                .map(entry -> "-" + entry.getKey() + entry.getValue())
                .collect(Collectors.joining()));
    }

    /** What tells it from others of its workload, and whether its reads fetched values: {@code pass 2, 1 thread}. */
    String option() {
        return Words.joined(
                ", ",
                Parameters.caption(variant),
                isUntouched() && !variant.containsKey("touch") ? "touch: none" : "",
                Words.threads(threads));
    }

    /** Whether reads fetch no byte of any value. */
    boolean isUntouched() {
        return measured().stream()
                .anyMatch(one -> "none".equals(one.parameters().get("touch")));
    }

    /** {@code read}, {@code update, pass 2}: short, for the head of a column. */
    String column() {
        return Words.joined(", ", workload.label(), Parameters.caption(variant));
    }

    String columnAndThreads() {
        return column() + ", " + Words.threads(threads);
    }

    /** The records, the durability and what else shapes what was measured: {@code 1M records of 8 + 100 B · durability none}. */
    String setUp() {
        return setUp(workload, Words::records);
    }

    String setUpAndThreads() {
        return Words.joined(" \u00b7 ", setUp(), Words.threads(threads));
    }

    /**
     * As {@link #setUp()}, as far as it is about {@code shown}.
     *
     * @param records what to say of the records, from the parameters of a series
     */
    String setUp(Workload shown, Function<Map<String, String>, String> records) {
        List<Map<String, String>> all =
                measured().stream().map(Series::parameters).toList();
        Stream<String> told = Parameters.ofCells().stream()
                .filter(parameter -> parameter != Parameters.RATE) // planned rates are places in a chart
                .filter(parameter -> all.stream().anyMatch(one -> parameter.isTold(shown, one)))
                .map(parameter -> Words.alternatives(
                                all.stream().map(one -> one.get(parameter.jmhName())),
                                value -> Parameters.caption(parameter.jmhName(), value))
                        + (parameter == Parameters.MEMORY && advisory ? " \u00b7 not enforced" : ""));
        return Words.joined(
                " \u00b7 ",
                Stream.concat(Stream.of(Words.alternatives(all.stream(), records)), told)
                        .toArray(String[]::new));
    }
}
