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
            case NANOS -> Amount.ofNanos(value);
            case RATIO -> Amount.ofCount(value) + "\u00d7";
        };
    }
}
