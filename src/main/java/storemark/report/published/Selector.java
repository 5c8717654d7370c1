package storemark.report.published;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which set-ups are meant: for each label the values that it may have. Immutable.
 *
 * @param wanted labels that are not in it may have any value
 */
public record Selector(Map<String, List<String>> wanted) {
    static final Selector ANY = new Selector(Map.of());

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Selector {}

    boolean matches(Map<String, String> labels) {
        // A report asks millions of times: a stream took most of its time.
        for (Map.Entry<String, List<String>> label : wanted.entrySet()) {
            if (!label.getValue().contains(labels.getOrDefault(label.getKey(), ""))) {
                return false;
            }
        }
        return true;
    }

    /**
     * What stands for what is selected: of set-ups that differ only in labels for which several values are listed, that of the value
     * listed first, measured or not.
     *
     * @param found what matches
     */
    List<Fact> preferred(List<Fact> found) {
        List<String> several = wanted.keySet().stream()
                .filter(label -> values(label).size() > 1)
                .toList();
        if (several.isEmpty()) {
            return found;
        }
        Map<Map<String, String>, Integer> first = new HashMap<>();
        found.forEach(fact -> first.merge(fact.without(several), place(several, fact), Math::min));
        return found.stream()
                .filter(fact -> first.get(fact.without(several)) == place(several, fact))
                .toList();
    }

    /** How late the values of a fact are listed: of two labels, the first counts more. */
    private int place(List<String> several, Fact fact) {
        int place = 0;
        for (String label : several) {
            place = place * values(label).size() + values(label).indexOf(fact.label(label));
        }
        return place;
    }

    /** This selector, with {@code more} in place of what it says of the same labels. */
    Selector with(Selector more) {
        Map<String, List<String>> merged = new LinkedHashMap<>(wanted);
        merged.putAll(more.wanted);
        return new Selector(merged);
    }

    Selector with(Map<String, String> more) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        more.forEach((name, value) -> lists.put(name, List.of(value)));
        return with(new Selector(lists));
    }

    Selector without(String label) {
        Map<String, List<String>> fewer = new LinkedHashMap<>(wanted);
        fewer.remove(label);
        return new Selector(fewer);
    }

    /** What it says of these labels. */
    Selector only(Collection<String> labels) {
        Map<String, List<String>> fewer = new LinkedHashMap<>(wanted);
        fewer.keySet().retainAll(labels);
        return new Selector(fewer);
    }

    /** The values that a label may have; empty for any. */
    List<String> values(String label) {
        return wanted.getOrDefault(label, List.of());
    }

    /** One for each combination of the values that it lists. */
    List<Selector> combinations() {
        List<Selector> all = List.of(ANY);
        for (Map.Entry<String, List<String>> label : wanted.entrySet()) {
            List<Selector> longer = new ArrayList<>();
            for (Selector one : all) {
                label.getValue().forEach(value -> longer.add(one.with(Map.of(label.getKey(), value))));
            }
            all = longer;
        }
        return all;
    }
}
