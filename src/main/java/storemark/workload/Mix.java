package storemark.workload;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What share each kind of operation has in a mix, in percent: {@code read95-insert5}. Immutable.
 *
 * @param percent of each kind that occurs, 1 to 100, in the order of the text; 100 in all
 */
public record Mix(Map<Kind, Integer> percent) {
    /** The kinds of operations of YCSB (B. Cooper et al., "Benchmarking cloud serving systems with YCSB", SoCC 2010). */
    public enum Kind {
        READ,
        UPDATE,
        SCAN,
        /** Puts of new records, beyond all that are there. */
        INSERT,
        /** A read of a record, and then an update of it. */
        RMW
    }

    private static final Pattern FORM = Pattern.compile("[a-z]+[0-9]{1,3}(-[a-z]+[0-9]{1,3})*");
    private static final Pattern PART = Pattern.compile("([a-z]+)([0-9]+)");

    public Mix {
        percent = new EnumMap<>(percent);
    }

    /**
     * Reads a mix.
     *
     * @throws IllegalArgumentException with one line, when {@code text} is none
     */
    public static Mix parse(String text) {
        Map<Kind, Integer> percent = new EnumMap<>(Kind.class);
        if (FORM.matcher(text).matches()) {
            Matcher parts = PART.matcher(text);
            while (parts.find()) {
                percent.merge(kind(parts.group(1)), Integer.parseInt(parts.group(2)), Integer::sum);
            }
        }
        int sum = percent.values().stream().mapToInt(Integer::intValue).sum();
        if (sum != 100 || percent.containsValue(0)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a mix such as read95-update5: percentages of read,"
                            + " update, scan, insert and rmw (read, then update), 100 in all");
        }
        return new Mix(percent);
    }

    private static Kind kind(String name) {
        return Stream.of(Kind.values())
                .filter(kind -> name(kind).equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("'" + name + "' is not an operation of a mix: must be one" + " of "
                                + Stream.of(Kind.values()).map(Mix::name).collect(Collectors.joining(", "))));
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** The share of {@code kind}, 0 to 100. */
    public int of(Kind kind) {
        return percent.getOrDefault(kind, 0);
    }

    /** Whether the store grows. */
    public boolean inserts() {
        return of(Kind.INSERT) > 0;
    }

    /** Whether an engine without an order of keys is left out. */
    public boolean scans() {
        return of(Kind.SCAN) > 0;
    }

    /** The text that {@link #parse} reads, always in the same order. */
    @Override
    public String toString() {
        return percent.entrySet().stream()
                .map(entry -> name(entry.getKey()) + entry.getValue())
                .collect(Collectors.joining("-"));
    }
}
