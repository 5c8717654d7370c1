package storemark.report;

import storemark.text.Amount;

/** How a kind of number is written for people: three digits and a unit. {@code scales.js} does the same. */
enum Quantity {
    /** A count or a rate: 512, 66.4k, 1.57M. */
    COUNT,
    /** 100 B, 16 KiB, 1.2 GiB. */
    BYTES,
    /** 350 ns, 1.5 µs, 20 ms, 3 s. */
    NANOS,
    /** 1.07×. */
    RATIO;

    /** Writes {@code value}; {@code n/a} for what is no number. */
    String format(double value) {
        if (!Double.isFinite(value)) {
            return "n/a";
        }
        return switch (this) {
            case COUNT -> Amount.ofCount(value);
            case BYTES -> Amount.ofBytes(value);
            case NANOS -> duration(value);
            case RATIO -> Amount.ofCount(value) + "\u00d7";
        };
    }

    private static String duration(double nanos) {
        if (nanos < 999.5) {
            return Amount.ofCount(nanos) + " ns";
        }
        if (nanos < 999.5e3) {
            return Amount.ofCount(nanos / 1e3) + " \u00b5s";
        }
        if (nanos < 999.5e6) {
            return Amount.ofCount(nanos / 1e6) + " ms";
        }
        return (nanos < 999.5e9 ? Amount.ofCount(nanos / 1e9) : String.valueOf(Math.round(nanos / 1e9))) + " s";
    }
}
