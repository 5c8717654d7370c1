package storemark.parameter;

import static storemark.parameter.Parser.require;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import storemark.text.Amount;

/**
 * How operations are sent: each when the one before has ended (a closed loop), or at planned times (an open loop). Immutable.
 *
 * @param value operations per second of all threads together; of {@link Kind#SHARE} a percentage of the closed loop's rate; of
 *     {@link Kind#LIMIT} the latency in nanoseconds that the 99.9th percentile must stay below; 0 of {@link Kind#MAX}
 */
public record Rate(Kind kind, double value) {
    /** What a rate is given as. */
    public enum Kind {
        /** A closed loop. */
        MAX,
        COUNT,
        /** A part of what the same engine does in the closed loop. */
        SHARE,
        /** The highest rate at which the latency stays below a target, searched for. */
        LIMIT
    }

    public static final Rate MAX = new Rate(Kind.MAX, 0);

    /** Below this share of the planned operations a rate is past the limit of what the engine, or the sender, can do. */
    public static final double ACHIEVED = 0.98;

    /** Iterations of a search for the highest rate: one as fast as possible, then the rates that are tried. */
    public static final int TRIES = 120;

    private static final Pattern SHARES = Pattern.compile("max:([0-9.]+)%(?:-([0-9.]+)%)?");
    private static final Pattern LIMIT = Pattern.compile("limit:([0-9]{1,9})(us|ms|s)");
    private static final Map<String, Double> NANOS = Map.of("us", 1e3, "ms", 1e6, "s", 1e9);
    /** Those of a range, beside its ends. */
    private static final double[] PERCENTS = {25, 50, 75, 90};

    /**
     * Reads {@code max}, {@code 20k}, {@code max:50%} or {@code limit:1ms}, or several: {@code max:10%-95%}. Shares come with the
     * closed loop that they are of, which is first.
     *
     * @param text one or more, separated by blanks
     * @throws IllegalArgumentException with one line, when one of them is none of these
     */
    static List<Rate> parse(String text) {
        List<Rate> rates =
                Stream.of(text.split(" ")).flatMap(Rate::one).distinct().toList();
        boolean shares = rates.stream().anyMatch(rate -> rate.kind == Kind.SHARE);
        return shares ? Stream.concat(Stream.of(MAX), rates.stream()).distinct().toList() : rates;
    }

    /** Reads one rate, as {@link #toString} writes it. */
    public static Rate read(String text) {
        List<Rate> rates = parse(text);
        return rates.get(rates.size() - 1); // a share comes after the closed loop that it is of
    }

    private static Stream<Rate> one(String text) {
        if (text.equals("max")) {
            return Stream.of(MAX);
        }
        if (text.startsWith("max:")) {
            return shares(text).mapToObj(percent -> new Rate(Kind.SHARE, percent));
        }
        if (text.startsWith("limit:")) {
            Matcher parts = LIMIT.matcher(text);
            require(parts.matches(), text, "must be a latency such as limit:500us, limit:1ms");
            double nanos = Long.parseLong(parts.group(1)) * NANOS.get(parts.group(2));
            require(nanos >= 1000 && nanos <= 60e9, text, "must be between 1us and 60s");
            return Stream.of(new Rate(Kind.LIMIT, nanos));
        }
        long count = Amount.count(text);
        require(count >= 1 && count <= 1_000_000_000, text, "must be between 1 and 1G operations per second");
        return Stream.of(new Rate(Kind.COUNT, count));
    }

    private static DoubleStream shares(String text) {
        Matcher parts = SHARES.matcher(text);
        require(parts.matches(), text, "must be a share or a range such as max:50%, max:10%-95%");
        double least = Double.parseDouble(parts.group(1));
        double most = parts.group(2) == null ? least : Double.parseDouble(parts.group(2));
        require(
                least > 0 && least <= most && most <= 200,
                text,
                "must be above 0% and at most 200%, the smaller first");
        DoubleStream between = DoubleStream.of(PERCENTS).filter(percent -> percent > least && percent < most);
        return DoubleStream.concat(DoubleStream.concat(DoubleStream.of(least), between), DoubleStream.of(most))
                .distinct();
    }

    /** Whether operations have planned times. */
    public boolean isPlanned() {
        return kind != Kind.MAX;
    }

    /** {@code at 20k/s}, {@code at 50% of the maximum}, {@code highest rate with p99.9 below 1 ms}. */
    static String caption(String text) {
        Rate rate = read(text);
        return switch (rate.kind) {
            case MAX -> "as fast as possible";
            case COUNT -> "at " + Amount.ofCount(rate.value) + "/s";
            case SHARE -> "at " + number(rate.value) + "% of the maximum";
            case LIMIT -> "highest rate with p99.9 below " + Amount.ofNanos(rate.value);
        };
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** The text that is read again as this one; of a share without the closed loop that comes with it. */
    @Override
    public String toString() {
        return switch (kind) {
            case MAX -> "max";
            case COUNT -> number(value);
            case SHARE -> "max:" + number(value) + "%";
            case LIMIT -> "limit:" + number(value / 1e3) + "us";
        };
    }
}
