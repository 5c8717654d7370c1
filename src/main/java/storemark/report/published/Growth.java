package storemark.report.published;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether ratios grow along a label: the one at its largest value divided by the one at its smallest. */
final class Growth {
    /** The label of such a quotient. */
    static final String LABEL = "growth";

    /** What it has to be. */
    static final Condition EXPECTED = Condition.parse("> 1");

    private Growth() {}

    /** One pair for each set-up, of one run, in which {@code label} has two values at least; it is missing where none has. */
    static Ratios.Found of(List<Ratios.Pair> pairs, String label) {
        Map<Map<String, String>, List<Ratio>> setUps = new LinkedHashMap<>();
        for (Ratios.Pair pair : pairs) {
            Map<String, String> rest = new TreeMap<>(pair.ratio().labels());
            rest.remove(label);
            setUps.computeIfAbsent(rest, key -> new ArrayList<>()).add(pair.ratio());
        }
        Comparator<Ratio> place = Comparator.comparingDouble(ratio -> place(ratio, label));
        Ratios.Found found = new Ratios.Found(new ArrayList<>(), new ArrayList<>(), List.of());
        setUps.forEach((rest, ratios) -> {
            Ratio first = ratios.stream().min(place).orElseThrow();
            Ratio last = ratios.stream().max(place).orElseThrow();
            if (place(first, label) < place(last, label)) {
                found.pairs().add(new Ratios.Pair(quotient(rest, label, first, last), List.of()));
            }
        });
        if (!setUps.isEmpty() && found.pairs().isEmpty()) {
            found.missing().add("nothing to tell growth from: all was measured with one number of " + label);
        }
        return found;
    }

    private static Ratio quotient(Map<String, String> rest, String label, Ratio first, Ratio last) {
        Map<String, String> labels = new TreeMap<>(rest);
        labels.put(
                LABEL,
                "from " + first.labels().get(label) + " to " + last.labels().get(label) + " " + label);
        return new Ratio(labels, last.against(), Ratio.divide(last.value(), first.value()));
    }

    private static double place(Ratio ratio, String label) {
        return Double.parseDouble(ratio.labels().getOrDefault(label, "0"));
    }
}
