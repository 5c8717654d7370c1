package storemark.text;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts and sizes as people write them: {@code 10M} is 10^7, {@code 4g} is 4 x 2^30. */
public final class Amount {
    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([kKmMgG]?)");

    private Amount() {}

    /**
     * A count of records or operations; {@code k}, {@code M} and {@code G} (in either case) are powers of 1000.
     *
     * @throws IllegalArgumentException with one line, for anything else than a whole number of at least 0
     */
    public static long count(String text) {
        return parse(text, 1000, "a count such as 500, 10k, 1M or 1G");
    }

    /**
     * A size in bytes; {@code k}, {@code m} and {@code g} (in either case) are powers of 1024.
     *
     * @throws IllegalArgumentException with one line, for anything else than a whole number of at least 0
     */
    public static long bytes(String text) {
        return parse(text, 1024, "a size such as 100, 16k, 512m or 4g");
    }

    private static long parse(String text, long base, String wanted) {
        Matcher parts = FORM.matcher(text);
        if (parts.matches()) {
            int power = " kmg".indexOf(parts.group(2).toLowerCase(Locale.ROOT)); // 0 without a letter
            double number = Double.parseDouble(parts.group(1)) * Math.pow(base, power);
            if (number == Math.rint(number) && number <= 1L << 62) {
                return (long) number;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not " + wanted);
    }

    /** {@code count} with at most three digits and a letter: {@code 1.5M}; exact where that is short. */
    public static String ofCount(double count) {
        return shorten(count, 1000, new String[] {"", "k", "M", "G"});
    }

    /** {@code bytes} with at most three digits and a unit: {@code 1.5 GiB}. */
    public static String ofBytes(double bytes) {
        return shorten(bytes, 1024, new String[] {" B", " KiB", " MiB", " GiB", " TiB"});
    }

    /** {@code nanos} with at most three digits and a unit: {@code 1.5 \u00b5s}. */
    public static String ofNanos(double nanos) {
        return shorten(nanos, 1000, new String[] {" ns", " \u00b5s", " ms", " s"});
    }

    private static String shorten(double amount, double base, String[] units) {
        int unit = 0;
        double number = amount;
        while (Math.abs(number) >= base * 0.9995 && unit < units.length - 1) {
            number /= base;
            unit++;
        }
        String text = String.format(Locale.ROOT, "%." + decimals(Math.abs(number)) + "f", number);
        return (text.indexOf('.') < 0 ? text : text.replaceAll("\\.?0+$", "")) + units[unit];
    }

    /** As many as make three digits; below 0.1, where they would be zeros, as many as make two that are not. */
    private static int decimals(double size) {
        if (size >= 0.1 || size == 0) {
            return size >= 100 ? 0 : size >= 10 ? 1 : 2;
        }
        return (int) Math.min(12, 1 - Math.floor(Math.log10(size)));
    }
}
