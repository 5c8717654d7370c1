package storemark.report.published;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import storemark.report.published.Fact.Measure;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Estimate;

/**
 * What of a claim is compared with what, and what the ratio has to be. The head of {@code sources.yaml} has more of each part.
 * Immutable.
 *
 * @param says its name; empty for none. Comparisons of one claim with the same name are judged together
 * @param measure what is divided
 * @param ratio what is divided in place of a measure: the ratios of this comparison; null for none
 * @param where labels of both sides
 * @param of labels of the numerator
 * @param to labels of the denominator; null where the number itself is judged
 * @param is null for what the claim excepts: it is shown and not judged
 * @param need how many of the ratios have to be so
 * @param free labels in which both sides may differ
 */
record Comparison(
        String says,
        Measure measure,
        Comparison ratio,
        Selector where,
        Selector of,
        Selector to,
        Pick pick,
        Condition is,
        Need need,
        List<String> free) {
    /** Which of several denominators counts, by the ratios to them: the best is that of the smallest. */
    enum Pick {
        EACH,
        BEST,
        LEAST;

        /** The picked ratio; its interval allows for any of them being the picked one. */
        Estimate of(List<Estimate> all) {
            return Estimate.end(all, this == LEAST ? DoubleStream::max : DoubleStream::min);
        }

        /** The one with the ratio that is picked. */
        Fact of(List<Fact> all, Function<Fact, Estimate> value) {
            Comparator<Fact> size =
                    Comparator.comparingDouble(fact -> value.apply(fact).mean());
            return all.stream().min(this == LEAST ? size.reversed() : size).orElseThrow();
        }
    }

    /** How many ratios have to meet the condition. */
    enum Need {
        ALL,
        MOST,
        ANY;

        /** Of both, for a sign test at 5%. */
        private static final double TAIL = 0.025;

        /** What follows, whatever those of {@code all} might be that neither hold nor fail. */
        Outcome outcome(long holding, long failing, long all) {
            return holding + failing == 0
                    ? Outcome.NOT_TESTED
                    : isMet(holding, all)
                            ? Outcome.HOLDS
                            : isMissed(failing, all)
                                    ? Outcome.FAILS
                                    : holding + failing == all ? Outcome.UNDECIDED : Outcome.NOT_TESTED;
        }

        private boolean isMet(long holding, long all) {
            return this == MOST ? areMost(holding, all) : holding >= (this == ALL ? all : 1);
        }

        private boolean isMissed(long failing, long all) {
            return this == MOST ? areMost(failing, all) : failing >= (this == ALL ? 1 : all);
        }

        /** More than a fair coin gives: 36 of 64 are no majority. */
        private static boolean areMost(long some, long all) {
            BinomialDistribution coin = new BinomialDistribution(null, (int) all, 0.5);
            return some == all || 1 - coin.cumulativeProbability((int) some - 1) <= TAIL;
        }
    }

    Comparison {
        says = Objects.requireNonNullElse(says, "");
        measure = Objects.requireNonNullElse(measure, Measure.RATE);
        where = Objects.requireNonNullElse(where, Selector.ANY);
        of = Objects.requireNonNullElse(of, Selector.ANY);
        pick = Objects.requireNonNullElse(pick, Pick.EACH);
        need = Objects.requireNonNullElse(need, Need.ALL);
    }

    /** This comparison among the ratios of {@link #ratio}, once these are there: they are from where it looks. */
    Comparison amongRatios() {
        return new Comparison(says, measure, null, ratio.where.with(where), of, to, pick, is, need, free);
    }

    /** Labels in which the two sides may differ: those that it gives them, or leaves free. */
    Set<String> own() {
        Set<String> own = new TreeSet<>(free);
        own.add(Fact.ENGINE);
        own.addAll(of.wanted().keySet());
        own.addAll(to == null ? Set.of() : to.wanted().keySet());
        return own;
    }
}
