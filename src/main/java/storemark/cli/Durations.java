package storemark.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them: {@code 90s}, {@code 30m}, {@code 2h}. */
final class Durations {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})([smh])");

    private Durations() {}

    /**
     * Reads the value of an option.
     *
     * @throws IllegalArgumentException with one line that names the option
     */
    static Duration parse(String option, String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(option + ": '" + text + "' is not a time such as 90s, 30m or 2h");
        }
        long number = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    /** {@code time} in the largest unit that divides it; {@link #parse} reads it again. */
    static String text(Duration time) {
        long seconds = time.toSeconds();
        if (seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
