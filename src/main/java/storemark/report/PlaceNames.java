package storemark.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import storemark.text.ParameterText;

/**
 * Names of groups that are places on one axis. What all of them share is said once, in the subtitle, and not under each bar.
 * Immutable.
 *
 * @param names one for each group, in their order
 * @param shared what all share, in words; empty when that is nothing
 */
record PlaceNames(List<String> names, String shared) {
    /** @param told parameters that the chart names elsewhere, when all groups share them */
    static PlaceNames of(List<Group> groups, Set<String> told) {
        Map<String, String> shared = new TreeMap<>(groups.get(0).variant());
        groups.forEach(group -> shared.entrySet().retainAll(group.variant().entrySet()));
        boolean alone = groups.size() == 1;
        boolean sameThreads =
                !alone && groups.stream().mapToInt(Group::threads).distinct().count() == 1;
        List<String> names = groups.stream()
                .map(group -> name(group, alone ? Map.of() : shared, sameThreads))
                .toList();
        shared.keySet().removeAll(told);
        String threads = sameThreads ? Words.threads(groups.get(0).threads()) : "";
        String parameters = alone ? "" : ParameterText.of(shared);
        return new PlaceNames(names, parameters + (parameters.isEmpty() || threads.isEmpty() ? "" : ", ") + threads);
    }

    private static String name(Group group, Map<String, String> shared, boolean sameThreads) {
        Map<String, String> own = new TreeMap<>(group.variant());
        own.keySet().removeAll(shared.keySet());
        String column = new Group(group.workload(), group.threads(), own, Map.of(), List.of()).column();
        return sameThreads ? column : column + ", " + Words.threads(group.threads());
    }
}
