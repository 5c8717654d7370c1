package storemark.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.statistics.Ratio;
import storemark.statistics.Verdict;

/**
 * One cell as two runs measured it. Immutable.
 *
 * @param name of the cell, for people
 * @param base median rate of the repetitions in the run that is compared with, in operations per second
 * @param other the same in the other run
 * @param ratio how many times as fast the other run is, its interval widened by the doubt
 * @param doubt how far the machines of both runs may lie apart, as a share
 */
record CellComparison(String name, double base, double other, Ratio ratio, double doubt) {
    /**
     * Compares the repetitions of one cell, none of them empty. Disturbed increments do not count, unless they are more than half of a repetition.
     *
     * @return empty where no increment has a rate in both runs
     */
    static Optional<CellComparison> of(String name, List<Measurement> base, List<Measurement> other) {
        double doubt = Canaries.doubt(base, other);
        return Ratio.unpaired(SeriesRatio.rates(other), SeriesRatio.rates(base))
                .map(ratio -> new CellComparison(name, median(base), median(other), ratio.widened(doubt), doubt));
    }

    private static double median(List<Measurement> repetitions) {
        return Estimate.median(repetitions.stream()
                        .mapToDouble(one -> one.meanRate(one.steps()))
                        .toArray())
                .mean();
    }

    boolean decided() {
        return verdict() != Verdict.UNDECIDED;
    }

    Verdict verdict() {
        return ratio.verdict();
    }

    /** Whether the other run is slower by more than {@code share} beyond doubt. */
    boolean slowerBy(double share) {
        return decided() && ratio.high() < 1 - share;
    }

    /** Its fields as a table has them: both rates, the ratio, the widened interval, the p-value, the doubt and the verdict. */
    List<String> fields() {
        String tie = "tie within " + apart(ratio.ruledOut());
        return List.of(
                name,
                Quantity.COUNT.format(base),
                Quantity.COUNT.format(other),
                number(ratio.median()),
                ratio.repetitions() < 2 ? "-" : number(ratio.low()) + " to " + number(ratio.high()),
                ratio.p().isPresent() ? number(ratio.p().getAsDouble()) : "-",
                apart(doubt),
                verdict() == Verdict.TIE ? tie : verdict().name().toLowerCase(Locale.ROOT));
    }

    /** {@code lmdb read x1 (0.9)}. */
    String words() {
        return name + " (" + number(ratio.median()) + ")";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** {@code 6%}, or {@code 3.5\u00d7} where a percentage would say little. */
    private static String apart(double share) {
        return share < 1 ? percent(share) : Quantity.RATIO.format(1 + share);
    }

    static String percent(double share) {
        return Quantity.COUNT.format(100 * share) + "%";
    }
}
