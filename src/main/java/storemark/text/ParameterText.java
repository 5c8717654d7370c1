package storemark.text;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names and values of parameters as people read them. */
public final class ParameterText {
    private ParameterText() {}

    /** {@code readAheadBytes} as {@code read ahead bytes}; names that are written with other signs keep them. */
    public static String words(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /**
     * The parameters that tell {@code items} apart: those that take several values among items of one series, or that only some of
     * them have. What differs only between series (a setting of one engine) does not.
     *
     * @param series what is compared within: an engine at a number of threads, for instance
     * @return names in alphabetical order; without {@code step} where the number of records tells, which it follows
     */
    public static <T> Set<String> telling(
            Collection<T> items, Function<T, Object> series, Function<T, Map<String, String>> parameters) {
        Map<Object, List<Map<String, String>>> groups = items.stream()
                .collect(Collectors.groupingBy(series, Collectors.mapping(parameters, Collectors.toList())));
        Set<String> telling = new TreeSet<>();
        for (List<Map<String, String>> group : groups.values()) {
            group.stream()
                    .flatMap(one -> one.keySet().stream())
                    .distinct()
                    .filter(name ->
                            group.stream().map(one -> one.get(name)).distinct().count() > 1)
                    .forEach(telling::add);
        }
        if (telling.contains("entries")) {
            telling.remove("step");
        }
        return telling;
    }

    /**
     * {@code 100 B}, or {@code 10 KiB to 100 KiB} of a range.
     *
     * @throws IllegalArgumentException if {@code sizes} is not what {@link SizeRange#parse} takes
     */
    public static String bytes(String sizes) {
        SizeRange range = SizeRange.parse(sizes);
        return range.least() == range.most()
                ? exact(range.most())
                : exact(range.least()) + " to " + exact(range.most());
    }

    /** Not rounded: a user who asked for 100000 bytes should not see 97.7 KiB. */
    private static String exact(int bytes) {
        return bytes % 1024 == 0 ? Amount.ofBytes(bytes) : bytes + " B";
    }

    /** {@code 4 MiB}; what is no number stays. */
    public static String size(String bytes) {
        return bytes.matches("[0-9]{1,18}") ? Amount.ofBytes(Double.parseDouble(bytes)) : bytes;
    }

    /** {@code 1.5M}; what is no number stays. */
    public static String count(String number) {
        return number.matches("[0-9]{1,18}") ? Amount.ofCount(Double.parseDouble(number)) : number;
    }
}
