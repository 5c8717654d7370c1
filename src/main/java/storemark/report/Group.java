package storemark.report;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import storemark.parameter.Parameter;
import storemark.results.Metric;
import storemark.workload.Workload;

/**
 * Cells that belong in one chart: the same workload, threads and parameters, one series an engine specification.
 *
 * @param threads at least 1
 * @param variant the parameters that tell this group from others of the same workload; often empty
 * @param options the options of the run (of the first, when there are several), for what is no parameter
 * @param series in the order of the report's series
 */
record Group(
        Workload workload, int threads, Map<String, String> variant, Map<String, String> options, List<Series> series) {
    /** {@code groups} that differ in threads only, together. */
    static Collection<List<Group>> byThreads(List<Group> groups) {
        return groups.stream()
                .collect(Collectors.groupingBy(
                        group -> group.workload() + group.variantId(), LinkedHashMap::new, Collectors.toList()))
                .values();
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
        return workload + "-t" + threads + variantId();
    }

    String variantId() {
        return id(variant);
    }

    static String id(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> "-" + entry.getKey() + entry.getValue())
                .collect(Collectors.joining())
                .replaceAll("[^A-Za-z0-9._-]", "_");
    }

    /** {@code Read}, {@code Update, pass 2}. */
    String title() {
        return variant.isEmpty()
                ? Words.workload(workload)
                : Words.workload(workload) + ", " + Parameter.caption(variant);
    }

    /** {@code read}, {@code update pass 2}: short, for the head of a column. */
    String column() {
        return variant.isEmpty() ? workload.label() : workload + " " + Parameter.caption(variant);
    }

    /** The records and the set-up of the measured series, in one line. */
    String setUp(boolean withThreads) {
        Map<String, TreeSet<String>> values = new LinkedHashMap<>();
        for (Series one : measured()) {
            one.parameters()
                    .forEach((name, value) ->
                            values.computeIfAbsent(name, key -> new TreeSet<>()).add(value));
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        values.forEach((name, all) -> parameters.put(name, String.join(" or ", all)));
        String line = Words.setUp(workload, parameters, options);
        String count = Words.threads(threads);
        return !withThreads ? line : line.isEmpty() ? count : line + " \u00b7 " + count;
    }
}
