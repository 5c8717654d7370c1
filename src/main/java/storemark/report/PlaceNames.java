package storemark.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import storemark.parameter.Parameters;

/**
 * Names of groups that are places on one axis. What all of them share is said once, in the subtitle, and not under each bar.
 * Immutable.
 *
 * @param names one for each group, in their order
 * @param shared what all share, in words; empty when that is nothing
 */
record PlaceNames(List<String> names, String shared) {
    /** More places than this make bars too thin. */
    private static final int MOST = 8;
    /** So many have room for words such as "sequential" below them. */
    private static final int MOST_LONG = 4;

    private static final int LONG = 24;

    /** {@code insert to scan}: from the first to the last. */
    String range() {
        return names.size() < 2 ? names.get(0) : names.get(0) + " to " + names.get(names.size() - 1);
    }

    /** {@code groups} in their order, as few charts of them as have room for all, each with about as many. */
    static List<List<Group>> charts(List<Group> groups) {
        boolean words = groups.stream().anyMatch(group -> group.column().length() > LONG);
        int size = groups.size();
        int charts = (int) Math.ceil(size / (double) (words ? MOST_LONG : MOST));
        return IntStream.range(0, charts)
                .mapToObj(chart -> groups.subList(chart * size / charts, (chart + 1) * size / charts))
                .toList();
    }

    /** @param told parameters that the chart names elsewhere, when all groups share them */
    static PlaceNames of(List<Group> groups, Set<String> told) {
        if (groups.size() == 1) {
            return new PlaceNames(List.of(groups.get(0).columnAndThreads()), "");
        }
        Map<String, String> shared = new TreeMap<>(groups.get(0).variant());
        groups.forEach(group -> shared.entrySet().retainAll(group.variant().entrySet()));
        boolean sameThreads =
                groups.stream().mapToInt(Group::threads).distinct().count() == 1;
        List<String> names = groups.stream()
                .map(group -> Words.joined(
                                ", ",
                                group.workload().label(),
                                Parameters.caption(Group.without(group.variant(), shared.keySet())))
                        + (sameThreads ? "" : ", " + Words.threads(group.threads())))
                .toList();
        String threads = sameThreads ? Words.threads(groups.get(0).threads()) : "";
        return new PlaceNames(names, Words.joined(", ", Parameters.caption(Group.without(shared, told)), threads));
    }
}
