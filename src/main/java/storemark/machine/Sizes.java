package storemark.machine;

import java.util.Locale;

/** Sizes in messages. */
final class Sizes {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Sizes() {}

    /** {@code 812 B}, {@code 1.5 GiB}: one digit after the point, multiples of 1024. */
    static String text(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes / 1024.0;
        int unit = 0;
        while (value >= 1023.95 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
