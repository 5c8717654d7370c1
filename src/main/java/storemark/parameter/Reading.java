package storemark.parameter;

import static storemark.parameter.Parser.require;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.text.Amount;

/** Reads the values of single parameters. Each throws IllegalArgumentException with one line that says what is accepted. */
final class Reading {
    private static final long MIN_CACHE = 1 << 20;
    /** In bytes; below this, no useful cache fits beside the JVM. */
    private static final long MIN_MEMORY = 192 << 20;

    private static final int MOST_TURNOVERS = 100;

    private Reading() {}

    /** Each of {@code text}; of a single one also those of 0, 1, 2, 5, 10, 20 and 50 that are below. */
    static List<Integer> turnovers(String text) {
        if (text.equals("none")) {
            return List.of();
        }
        List<Integer> asked =
                Stream.of(text.split(" ", -1)).map(Reading::turnover).toList();
        Stream<Integer> before =
                Stream.of(0, 1, 2, 5, 10, 20, 50).filter(age -> asked.size() == 1 && age < asked.get(0));
        return Stream.concat(before, asked.stream()).distinct().sorted().toList();
    }

    private static int turnover(String text) {
        require(text.matches("[0-9]{1,3}x"), text, "must be a number of turnovers such as 10x, or none");
        int number = Integer.parseInt(text.replace("x", ""));
        require(number <= MOST_TURNOVERS, text, "must be at most " + MOST_TURNOVERS + "x");
        return number;
    }

    static String ofTurnovers(List<Integer> ages) {
        return ages.isEmpty() ? "none" : ages.stream().map(age -> age + "x").collect(Collectors.joining(" "));
    }

    static int threads(String text) {
        int threads = text.equals("all")
                ? Runtime.getRuntime().availableProcessors()
                : (int) Math.min(Integer.MAX_VALUE, Amount.count(text));
        require(threads >= 1 && threads <= 1024, text, "must be between 1 and 1024, or all");
        return threads;
    }

    static long step(String text, Values before) {
        long entries = before.get(Parameters.ENTRIES);
        if (text.endsWith("%")) {
            double percent = Double.parseDouble(text.substring(0, text.length() - 1));
            require(percent > 0 && percent <= 100, text, "must be above 0% and at most 100%");
            return Math.max(1, Math.round(entries * percent / 100));
        }
        long step = Amount.count(text);
        require(
                step >= 1 && step <= entries,
                text,
                () -> "must be between 1 and the number of entries, " + Amount.ofCount(entries));
        return step;
    }

    static double until(String text) {
        double percent = text.equals("none") ? 0 : Double.parseDouble(text.replaceFirst("%$", ""));
        boolean fine = text.equals("none") || (text.endsWith("%") && percent >= 0.1 && percent <= 50);
        require(fine, text, "must be between 0.1% and 50%");
        return percent / 100;
    }

    static long memory(String text, Values before) {
        long bytes = text.equals("none") ? 0 : Amount.bytes(text);
        require(
                text.equals("none") || bytes >= MIN_MEMORY,
                text,
                () -> "must be " + Amount.ofBytes(MIN_MEMORY)
                        + " or more, most of which a Java process takes for itself");
        return bytes;
    }

    static long cache(String text, Values before) {
        if (text.equals("share") && before.get(Parameters.MEMORY) > 0) {
            return Parameters.SHARE;
        }
        long bytes = Amount.bytes(text);
        require(bytes >= MIN_CACHE, text, "must be 1m or more");
        return bytes;
    }
}
