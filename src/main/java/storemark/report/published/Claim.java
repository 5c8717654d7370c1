package storemark.report.published;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A claim of a page. Immutable.
 *
 * @param claim in words
 * @param expected what it is to be told from, in words
 * @param judged the comparisons that are evaluated for it
 */
public record Claim(String claim, String expected, List<Comparison> judged) {
    /** Labels of which its comparisons have several values between them. */
    Set<String> varied() {
        return judged.stream()
                .flatMap(comparison -> comparison.where().wanted().entrySet().stream())
                .filter(label -> label.getValue().size() > 1
                        || !judged.stream()
                                .allMatch(one -> one.where().wanted().entrySet().contains(label)))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
