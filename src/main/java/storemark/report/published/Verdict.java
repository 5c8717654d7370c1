package storemark.report.published;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.parameter.Parameters;

/**
 * Whether a claim holds in the runs of a report. Immutable.
 *
 * @param id the claim's, {@code T01}
 * @param claim what is claimed
 * @param scope what the verdict is about, where less was judged than the page's claims are over; else empty
 * @param evidence what was found for it
 * @param pageScale how much the page measured, in words; empty where that is not known
 */
public record Verdict(String id, Claim claim, String scope, List<Evidence> evidence, String pageScale) {
    private static final int SHOWN_REASONS = 6;

    /** What can be said of a claim; the first of them decides where several comparisons have to hold. */
    public enum Outcome {
        FAILS("does not hold", "failed"),
        NOT_TESTED("not tested", "none"),
        /** An interval holds the limit of the claim, there are too few repetitions for one, or as many hold as by chance. */
        UNDECIDED("undecided", "undecided"),
        HOLDS("holds", "best");

        private final String words;
        private final String looks;

        Outcome(String words, String looks) {
            this.words = words;
            this.looks = looks;
        }

        /** As people read it: {@code does not hold}. */
        public String words() {
            return words;
        }

        /** A class of {@code report.css}. */
        public String looks() {
            return looks;
        }
    }

    /** The verdicts on all claims of {@code source}, in its order. */
    public static List<Verdict> of(Source source, Facts facts) {
        return source.claims().entrySet().stream()
                .map(entry -> {
                    List<Evidence> evidence = Evidence.of(entry.getValue(), source, facts);
                    String scope = scope(source.over(), evidence);
                    return new Verdict(entry.getKey(), entry.getValue(), scope, evidence, source.scale());
                })
                .toList();
    }

    /** {@code at 100 records and 1k records}: of the values that the page has of a label those that were judged, unless all were. */
    private static String scope(Map<String, List<String>> over, List<Evidence> evidence) {
        return joined(
                over.entrySet().stream().map(label -> {
                    List<String> judged = label.getValue().stream()
                            .filter(value -> evidence.stream().anyMatch(one -> one.isAt(label.getKey(), value)))
                            .toList();
                    return judged.isEmpty() || judged.equals(label.getValue())
                            ? ""
                            : judged.stream()
                                    .map(value -> Parameters.caption(label.getKey(), value))
                                    .collect(Collectors.joining(" and ", "at ", ""));
                }),
                ", ");
    }

    private static String joined(Stream<String> words, String separator) {
        return words.filter(one -> !one.isEmpty()).collect(Collectors.joining(separator));
    }

    /** By what it is judged, in words. */
    public String judged() {
        return ClaimWords.of(claim);
    }

    private Stream<Evidence> deciding() {
        return evidence.stream().filter(Evidence::isJudged);
    }

    /** All that was measured for it; what the claim itself excepts comes last. */
    public List<Ratio> ratios() {
        return Stream.concat(deciding(), evidence.stream().filter(one -> !one.isJudged()))
                .flatMap(one -> one.ratios().stream())
                .toList();
    }

    /** What the sure ratios decide, whatever the others might be; undecided where only all that were measured would decide it. */
    public Outcome outcome() {
        Outcome sure = outcome(Ratio::isSure);
        boolean decided = sure != Outcome.NOT_TESTED || outcome(ratio -> true) == Outcome.NOT_TESTED;
        return decided ? sure : Outcome.UNDECIDED;
    }

    private Outcome outcome(Predicate<Ratio> known) {
        return deciding().map(one -> one.outcome(known)).min(Outcome::compareTo).orElseThrow();
    }

    /** The outcome, what it is about, and why it is undecided. */
    public String words() {
        Outcome outcome = outcome();
        String doubt = outcome != Outcome.UNDECIDED
                ? ""
                : outcome(ratio -> true) == outcome && samples() >= storemark.statistics.Ratio.FEWEST
                        ? "about as many as by chance"
                        : samples() < storemark.statistics.Ratio.FEWEST
                                ? "fewer than five repetitions"
                                : "within the error";
        return outcome == Outcome.NOT_TESTED ? outcome.words : joined(Stream.of(outcome.words, scope, doubt), ", ");
    }

    /** What was measured, in words; empty when nothing was. */
    public String figure() {
        return joined(deciding().map(Evidence::figure), "; ");
    }

    /** Why it was not tested, or not all of it; empty otherwise. */
    public String why() {
        List<String> all = deciding().flatMap(Evidence::reasons).distinct().toList();
        if (all.isEmpty() && ratios().isEmpty()) {
            return "left out by the suite";
        }
        int more = all.size() - SHOWN_REASONS;
        return all.stream().limit(SHOWN_REASONS).collect(Collectors.joining("; "))
                + (more > 0 ? "; and " + more + " more" : "");
    }

    private int samples() {
        return ratios().stream().mapToInt(one -> one.value().samples()).min().orElse(0);
    }

    /** How sure the figures are; empty when nothing was measured. */
    public String confidence() {
        List<Ratio> all = deciding().flatMap(one -> one.ratios().stream()).toList();
        if (all.isEmpty() || samples() < 2) {
            return all.isEmpty() ? "" : "one repetition";
        }
        String sure = all.stream().filter(Ratio::isSure).count() + " of " + all.size() + " decided";
        return (all.size() == 1 ? all.get(0).interval() : sure) + ", 95% interval";
    }

    /**
     * The scale of what was measured, beside the page's: {@code 1M records, keys of 8 B, values of 100 B, 16 threads, on disk; the
     * page: 1G records ...}; empty when nothing was.
     */
    public String scale() {
        List<Ratio> all = deciding().flatMap(one -> one.ratios().stream()).toList();
        return all.isEmpty() || pageScale.isEmpty()
                ? ""
                : ClaimWords.scale(all.stream().map(Ratio::labels).toList()) + "; the page: " + pageScale;
    }

    /** {@code 3 hold, 1 does not, 12 undecided, 2 not tested}. */
    public static String count(List<Verdict> verdicts) {
        long holds = count(verdicts, Outcome.HOLDS);
        long fails = count(verdicts, Outcome.FAILS);
        return holds + (holds == 1 ? " holds, " : " hold, ") + fails + (fails == 1 ? " does not, " : " do not, ")
                + count(verdicts, Outcome.UNDECIDED) + " undecided, " + count(verdicts, Outcome.NOT_TESTED)
                + " not tested";
    }

    private static long count(List<Verdict> verdicts, Outcome outcome) {
        return verdicts.stream().filter(one -> one.outcome() == outcome).count();
    }
}
