package storemark.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds what was probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The one of {@code names}, which are not none, that is fewest edits (V. Levenshtein, 1966) away from {@code name}. */
    private static String of(String name, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(candidate -> distance(candidate, name)))
                .orElseThrow();
    }

    /** What an error about {@code name} ends with: {@code did you mean 'read'? There are insert, read}. */
    public static String hint(String name, Collection<String> names) {
        return "did you mean '" + of(name, names) + "'? There are " + String.join(", ", names);
    }

    /**
     * All of {@code names}, in order, that are fewest edits away from {@code name}; none where these are more than {@code edits}, or
     * as many as {@code name} has letters.
     */
    public static List<String> within(int edits, String name, Collection<String> names) {
        int fewest = distance(of(name, names), name);
        return fewest > edits || fewest >= name.length()
                ? List.of()
                : names.stream()
                        .filter(candidate -> distance(candidate, name) == fewest)
                        .sorted()
                        .toList();
    }

    private static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int at = 0; at <= right.length(); at++) {
            previous[at] = at;
        }
        for (int row = 1; row <= left.length(); row++) {
            int[] current = new int[right.length() + 1];
            current[0] = row;
            for (int at = 1; at <= right.length(); at++) {
                int replaced = previous[at - 1] + (left.charAt(row - 1) == right.charAt(at - 1) ? 0 : 1);
                current[at] = Math.min(replaced, 1 + Math.min(previous[at], current[at - 1]));
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
