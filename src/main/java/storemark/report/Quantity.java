package storemark.report;

import java.math.BigDecimal;
import java.math.MathContext;

/** How a kind of number is written for people: three significant digits and a prefix. {@code charts.js} does the same. */
enum Quantity {
    /** A count or a rate: 512, 66.4k, 1.57M. */
    COUNT(1000, ",k,M,G,T"),
    /** 100 B, 16 KiB, 1.2 GiB. */
    BYTES(1024, " B, KiB, MiB, GiB, TiB"),
    /** 350 ns, 1.5 µs, 20 ms, 3 s. */
    NANOS(1000, " ns, \u00b5s, ms, s"),
    /** 1.07×. */
    RATIO(1000, "\u00d7");

    private final double base;
    /** Suffixes from the smallest unit up, separated by commas. */
    private final String units;

    Quantity(double base, String units) {
        this.base = base;
        this.units = units;
    }

    /** Writes {@code value}; {@code n/a} for {@link Double#NaN}. */
    String format(double value) {
        if (!Double.isFinite(value)) {
            return "n/a";
        }
        String[] suffixes = units.split(",", -1);
        int unit = 0;
        double scaled = value;
        while (Math.abs(rounded(scaled).doubleValue()) >= 1000 && unit < suffixes.length - 1) {
            scaled /= base;
            unit++;
        }
        BigDecimal shown = rounded(scaled);
        return (shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString()) + suffixes[unit];
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(3));
    }
}
