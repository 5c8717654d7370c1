package storemark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import storemark.statistics.Ratio;
import storemark.statistics.Verdict;

/**
 * Who is ahead in a group, and by how much; the control is left out. Immutable.
 *
 * @param leader the name of the series with the highest mean rate, or of one that is faster by its ratio to it, which disturbed
 *     increments do not change; null where there are not two to compare
 * @param ratios of each other series' rate to the leader's, by its name, from the fastest to the slowest
 */
record Ranking(String leader, Map<String, Ratio> ratios) {
    static Ranking of(Group group) {
        List<Series> engines = group.measured().stream()
                .filter(one -> !one.control() && one.meanRate() > 0)
                .sorted(Comparator.comparingDouble(Series::meanRate).reversed())
                .collect(Collectors.toCollection(ArrayList::new));
        if (engines.size() < 2) {
            return new Ranking(null, Map.of());
        }
        for (int at = 1; at < engines.size(); at++) {
            Optional<Ratio> ratio = SeriesRatio.of(engines.get(at), engines.get(0));
            if (ratio.isPresent() && ratio.get().verdict() == Verdict.FASTER) {
                engines.add(0, engines.remove(at)); // the others stay in order
            }
        }
        Map<String, Ratio> ratios = new LinkedHashMap<>();
        for (Series engine : engines.subList(1, engines.size())) {
            SeriesRatio.of(engine, engines.get(0)).ifPresent(ratio -> ratios.put(engine.name(), ratio));
        }
        return new Ranking(engines.get(0).name(), ratios);
    }

    /** Whether {@code series} leads or ties with the leader; false for all while any verdict is undecided. */
    boolean isBest(String series) {
        return isDecided() && (series.equals(leader) || (ratios.containsKey(series) && !isSlower(series)));
    }

    /** How many times as fast as the next the leader is, those that tie with it left out; {@link Double#NaN} where there is no next. */
    double ahead() {
        return ratios.values().stream()
                .filter(ratio -> ratio.verdict() != Verdict.TIE)
                .mapToDouble(ratio -> 1 / ratio.median())
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Whether all that is compared has repetitions enough for a verdict. */
    boolean isDecided() {
        return leader != null && ratios.values().stream().noneMatch(ratio -> ratio.verdict() == Verdict.UNDECIDED);
    }

    private boolean isSlower(String series) {
        return ratios.get(series).verdict() == Verdict.SLOWER;
    }

    /** {@code 0.62× (0.58 to 0.66)}, or {@code tie}; only {@code 0.62×} of one repetition; empty for the leader. */
    String words(String series) {
        Ratio ratio = ratios.get(series);
        if (ratio == null || ratio.repetitions() < 2) {
            return ratio == null ? "" : Quantity.RATIO.format(ratio.median());
        }
        return ratio.verdict() == Verdict.TIE ? "tie" : words(ratio);
    }

    static String words(Ratio ratio) {
        return Quantity.RATIO.format(ratio.median()) + " (" + Quantity.COUNT.format(ratio.low()) + " to "
                + Quantity.COUNT.format(ratio.high()) + ")";
    }

    /** The ratios of those that tie with the leader. */
    Map<String, Ratio> ties() {
        Map<String, Ratio> ties = new LinkedHashMap<>(ratios);
        ties.values().removeIf(ratio -> ratio.verdict() != Verdict.TIE);
        return ties;
    }
}
