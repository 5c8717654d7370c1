package storemark.parameter;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import storemark.text.Amount;
import storemark.text.Nearest;

/**
 * Reads one value.
 *
 * @param <T> what it is read as
 */
interface Parser<T> {
    Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

    Map<String, Long> MILLIS = Map.of("ms", 1L, "s", 1000L, "m", 60_000L, "h", 3_600_000L);

    /**
     * Reads {@code text}.
     *
     * @param before the parameters above this one in the table
     * @throws IllegalArgumentException with one line that says what is wrong and what is accepted
     */
    T parse(String text, Values before);

    static <T> Parser<T> of(Function<String, T> reader) {
        return (text, before) -> reader.apply(text);
    }

    /** A count, of which {@code most} is written as a power of two where it is one. */
    static Parser<Long> between(long least, long most) {
        return of(text -> {
            long number = Amount.count(text);
            boolean power = most > 1 << 30 && Long.bitCount(most) == 1;
            require(
                    number >= least && number <= most,
                    text,
                    "must be between " + least + " and "
                            + (power ? "2^" + Long.numberOfTrailingZeros(most) : String.valueOf(most)));
            return number;
        });
    }

    /** As {@link #between}, where an int holds all. */
    static Parser<Integer> small(int least, int most) {
        return (text, before) -> (int) (long) between(least, most).parse(text, before);
    }

    static Parser<Boolean> flag() {
        return of(text -> {
            require(text.equals("true") || text.equals("false"), text, "must be true or false");
            return text.equals("true");
        });
    }

    /** Milliseconds. */
    static Parser<Long> time() {
        return of(text -> {
            Matcher parts = TIME.matcher(text);
            if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
                throw new IllegalArgumentException("'" + text + "' is not a time such as 500ms, 10s or 1m");
            }
            return Long.parseLong(parts.group(1)) * MILLIS.get(parts.group(2));
        });
    }

    /** The inverse of {@link #time}, in the largest unit that divides it. */
    static String time(long millis) {
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    static <E extends Enum<E>> List<String> names(Class<E> type) {
        return Stream.of(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    static <E extends Enum<E>> Parser<E> one(Class<E> type) {
        return one(type, Map.of());
    }

    /**
     * One of the constants, by its name in lower case.
     *
     * @param meant by words that others use: {@code power} by {@code sync}
     */
    static <E extends Enum<E>> Parser<E> one(Class<E> type, Map<String, String> meant) {
        return of(text -> {
            List<String> names = names(type);
            int at = names.indexOf(text.toLowerCase(Locale.ROOT));
            require(at >= 0, text, () -> Nearest.hint(meant.getOrDefault(text, text), names));
            return type.getEnumConstants()[at];
        });
    }

    static void require(boolean fine, String text, String accepted) {
        require(fine, text, () -> accepted);
    }

    /** The same, with words that are made only where they are needed. */
    static void require(boolean fine, String text, Supplier<String> accepted) {
        if (!fine) {
            throw new IllegalArgumentException("'" + text + "': " + accepted.get());
        }
    }
}
