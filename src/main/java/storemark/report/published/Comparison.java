package storemark.report.published;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
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
    /** Which of several denominators counts. */
    enum Pick {
        EACH,
        BEST,
        LEAST;

        /** Of the means the one picked, by its interval whichever of them it may be. */
        Estimate of(List<Estimate> all) {
            return this == LEAST ? Estimate.smallest(all) : Estimate.largest(all);
        }

        /** The one with the mean that is picked. */
        Fact of(List<Fact> all, Function<Fact, Estimate> value) {
            Comparator<Fact> size =
                    Comparator.comparingDouble(fact -> value.apply(fact).mean());
            return all.stream().max(this == LEAST ? size.reversed() : size).orElseThrow();
        }
    }

    /** How many ratios have to meet the condition. */
    enum Need {
        ALL,
        MOST,
        ANY;

        /** What follows, whatever those of {@code all} might be that neither hold nor fail. */
        Outcome outcome(long holding, long failing, long all) {
            long needed = this == ALL ? all : this == MOST ? all / 2 + 1 : 1;
            return holding + failing == 0
                    ? Outcome.NOT_TESTED
                    : holding >= needed ? Outcome.HOLDS : failing > all - needed ? Outcome.FAILS : Outcome.NOT_TESTED;
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
