package storemark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import storemark.workload.Workload;

/**
 * Groups of one workload that differ in their number of records only, each measured in a single step: points of one line, in
 * place of a chart each. Immutable.
 *
 * @param threads at least 1
 * @param variant the parameters that tell this family from others of the same workload
 * @param groups at least two, by their number of records
 */
record Family(Workload workload, int threads, Map<String, String> variant, List<Group> groups) {
    static List<Family> of(List<Group> groups) {
        Map<List<Object>, List<Group>> alike = new LinkedHashMap<>();
        for (Group group : groups) {
            if (group.variant().containsKey("entries") && hasOnePlace(group)) {
                alike.computeIfAbsent(
                                List.of(group.workload(), group.threads(), rest(group.variant())),
                                key -> new ArrayList<>())
                        .add(group);
            }
        }
        return alike.values().stream()
                .filter(members -> members.size() > 1)
                .map(members -> new Family(
                        members.get(0).workload(),
                        members.get(0).threads(),
                        rest(members.get(0).variant()),
                        members.stream()
                                .sorted(Comparator.comparingDouble(Family::entries))
                                .toList()))
                .toList();
    }

    private static boolean hasOnePlace(Group group) {
        return group.measured().stream()
                        .flatMap(series -> series.steps().stream())
                        .mapToDouble(step -> step.metric(group.axis()))
                        .distinct()
                        .count()
                <= 1;
    }

    private static Map<String, String> rest(Map<String, String> variant) {
        Map<String, String> rest = new TreeMap<>(variant);
        rest.remove("entries");
        return rest;
    }

    /** Records in the stores of {@code group}. */
    static double entries(Group group) {
        return Double.parseDouble(group.variant().get("entries"));
    }

    /** The label that a family's records have, beside their number. */
    String id() {
        return new Group(workload, threads, variant, Map.of(), List.of()).id();
    }

    String title() {
        return new Group(workload, threads, variant, Map.of(), List.of()).title();
    }
}
