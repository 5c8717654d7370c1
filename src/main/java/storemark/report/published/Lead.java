package storemark.report.published;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import storemark.results.Estimate;

/** Whether one engine's ratios are ahead of those of all others: at each place its own, divided by the largest of the others. */
final class Lead {
    private Lead() {}

    /**
     * One pair for each place that has a ratio of the leader and one of another engine.
     *
     * @param found ratios of all engines
     * @param leader labels of the cells that stand for the engine
     */
    static Ratios.Found of(Ratios.Found found, List<String> leader) {
        Map<Map<String, String>, List<Ratio>> places = new LinkedHashMap<>();
        for (Ratios.Pair pair : found.pairs()) {
            Map<String, String> place = new TreeMap<>(pair.ratio().labels());
            place.remove(Fact.ENGINE);
            places.computeIfAbsent(place, key -> new ArrayList<>()).add(pair.ratio());
        }
        List<Ratios.Pair> leads = new ArrayList<>();
        for (List<Ratio> ratios : places.values()) {
            List<Ratio> others = ratios.stream()
                    .filter(ratio -> !leader.contains(engine(ratio)))
                    .toList();
            if (!others.isEmpty()) {
                ratios.stream()
                        .filter(ratio -> leader.contains(engine(ratio)))
                        .forEach(own -> leads.add(new Ratios.Pair(quotient(own, others), List.of())));
            }
        }
        return new Ratios.Found(leads, found.missing(), found.blank());
    }

    private static Ratio quotient(Ratio own, List<Ratio> others) {
        Ratio best = Collections.max(
                others, Comparator.comparingDouble(ratio -> ratio.value().mean()));
        Estimate largest = Estimate.largest(others.stream().map(Ratio::value).toList());
        return new Ratio(own.labels(), engine(best) + " in the same", Ratio.divide(own.value(), largest));
    }

    private static String engine(Ratio ratio) {
        return ratio.labels().getOrDefault(Fact.ENGINE, "");
    }
}
