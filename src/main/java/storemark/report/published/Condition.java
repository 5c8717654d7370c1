package storemark.report.published;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import storemark.results.Estimate;

/**
 * A range that a ratio is to be in. Immutable.
 *
 * @param text as written: {@code > 1}, {@code <= 1.05}, {@code 0.9 to 1.25}
 * @param low its lower end
 * @param high its upper end
 * @param closed whether the ends belong to it
 */
record Condition(String text, double low, double high, boolean closed) {
    private static final Pattern FORM = Pattern.compile("([<>])(=?) ?([0-9.]+)|([0-9.]+) to ([0-9.]+)");

    @JsonCreator
    static Condition parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no condition such as '> 1' or '0.9 to 1.25'");
        }
        if (parts.group(4) != null) {
            return new Condition(text, Double.parseDouble(parts.group(4)), Double.parseDouble(parts.group(5)), true);
        }
        double limit = Double.parseDouble(parts.group(3));
        boolean above = parts.group(1).equals(">");
        return new Condition(
                text,
                above ? limit : Double.NEGATIVE_INFINITY,
                above ? Double.POSITIVE_INFINITY : limit,
                !parts.group(2).isEmpty());
    }

    boolean holds(double value) {
        boolean below = value < high || Double.isInfinite(high); // without an upper end an interval may have none
        return closed ? value >= low && value <= high : value > low && below;
    }

    /** Whether {@code value} is above the range, and so may come into it by falling. */
    boolean isExceededBy(double value) {
        return value >= high && !holds(value);
    }

    /** Whether all of the interval is on the side that its mean is on: never below the repetitions that a verdict needs. */
    boolean isSure(Estimate value) {
        boolean reaches = value.high() > low && value.low() < high; // some of the interval is in the range
        boolean whole = holds(value.mean()) ? holds(value.low()) && holds(value.high()) : !reaches;
        return value.samples() >= storemark.statistics.Ratio.FEWEST && whole;
    }
}
