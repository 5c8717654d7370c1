package storemark.durability;

import java.util.Map;
import storemark.engine.Target;
import storemark.results.Finding;

/**
 * What was found wrong with one store. Used by one thread.
 *
 * @param counts of each kind; what is not there was not found
 * @param first in words; null when nothing is wrong
 */
record Findings(Map<Finding, Integer> counts, String first) {
    static Findings of(Finding finding, String detail) {
        return new Findings(Map.of(finding, 1), detail);
    }

    /** The same without the place of the store, which was there for one cut only. */
    Findings without(Target place) {
        if (first == null) {
            return this;
        }
        String neutral = first.replace(place.directory().toString(), "store");
        return new Findings(
                counts,
                place.device() == null
                        ? neutral
                        : neutral.replace(place.device().toString(), "device"));
    }

    boolean kept() {
        return counts.isEmpty();
    }
}
