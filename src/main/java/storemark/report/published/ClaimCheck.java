package storemark.report.published;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Estimate;

/** Evaluates the claims of one source. */
public final class ClaimCheck {
    private static final int SHOWN_REASONS = 6;

    private final Source source;
    private final Ratios ratios;

    /** All that one claim is judged by. */
    private static final class Evidence {
        final List<Judged> judged = new ArrayList<>();
        final List<Judged> growth = new ArrayList<>();
        final List<Ratio> excepted = new ArrayList<>();
        final List<String> missing = new ArrayList<>();

        Stream<Judged> all() {
            return Stream.concat(judged.stream(), growth.stream());
        }

        int samples() {
            return all().mapToInt(one -> one.ratio().value().samples()).min().orElse(0);
        }
    }

    public ClaimCheck(Source source, Facts facts) {
        this.source = source;
        ratios = new Ratios(source, facts);
    }

    /** The verdicts on all claims of the source, in the order of {@code claims.csv}. */
    public List<Verdict> verdicts() throws IOException {
        List<Verdict> verdicts = new ArrayList<>();
        for (Map<String, String> row : Source.rows("claims.csv")) {
            if (row.get("source").equals(source.source())) {
                Claim claim = source.claims().get(row.get("id"));
                if (claim == null) {
                    throw new IllegalArgumentException("sources.yaml has no condition for claim " + row.get("id"));
                }
                verdicts.add(verdict(row.get("id"), row.get("claim"), row.get("expect"), claim));
            }
        }
        return verdicts;
    }

    private Verdict verdict(String id, String words, String expected, Claim claim) {
        Evidence evidence = evidence(claim);
        String need = claim.need() == null ? "all" : claim.need();
        Outcome outcome = outcome(need, evidence, one -> true);
        boolean sure = outcome(need, evidence, Judged::isSure) == outcome;
        String doubt = sure ? "" : evidence.samples() < 2 ? "one run" : "within the error";
        Stream<String> absent = evidence.judged.stream().flatMap(one -> one.absent().stream());
        return new Verdict(
                id,
                words,
                expected,
                outcome,
                doubt,
                figure(evidence),
                confidence(evidence),
                reasons(Stream.concat(evidence.missing.stream(), absent)),
                Stream.concat(evidence.all().map(Judged::ratio), evidence.excepted.stream())
                        .toList());
    }

    private Evidence evidence(Claim claim) {
        Evidence evidence = new Evidence();
        boolean several =
                claim.parts().stream().map(ClaimCheck::workload).distinct().count() > 1;
        for (Claim part : claim.parts()) {
            Ratios.Found found = several ? named(ratios.of(part), workload(part)) : ratios.of(part);
            if (part.expect().equals(Claim.EXCEPTED)) {
                found.pairs()
                        .forEach(pair -> evidence.excepted.add(with(pair.ratio(), Claim.EXCEPTED, "by the claim")));
                continue;
            }
            Condition condition = Condition.parse(part.expect());
            found.pairs()
                    .forEach(pair ->
                            evidence.judged.add(new Judged(pair.ratio(), condition, part.pick(), pair.absent())));
            evidence.missing.addAll(found.missing());
            if (part.growing() != null) {
                Ratios.Found grown = Growth.of(found.pairs(), part.growing());
                grown.pairs()
                        .forEach(pair ->
                                evidence.growth.add(new Judged(pair.ratio(), Growth.EXPECTED, null, List.of())));
                evidence.missing.addAll(grown.missing());
            }
        }
        return evidence;
    }

    /** The workloads that a part of a claim is about; empty when it names none. */
    private static List<String> workload(Claim part) {
        return part.where() == null ? List.of() : part.where().getOrDefault(Fact.WORKLOAD, List.of());
    }

    /** Where the parts of a claim are about several workloads, each ratio says which it is of. */
    private static Ratios.Found named(Ratios.Found found, List<String> workload) {
        if (workload.size() != 1) {
            return found;
        }
        List<Ratios.Pair> pairs = found.pairs().stream()
                .map(pair -> new Ratios.Pair(with(pair.ratio(), Fact.WORKLOAD, workload.get(0)), pair.absent()))
                .toList();
        return new Ratios.Found(pairs, found.missing());
    }

    private static Ratio with(Ratio ratio, String label, String value) {
        Map<String, String> labels = new TreeMap<>(ratio.labels());
        labels.put(label, value);
        return new Ratio(labels, ratio.against(), ratio.value());
    }

    /**
     * What follows from those ratios that are decided and {@code known}, whatever the others and those that were not measured
     * might be: with all ratios known the verdict, with only the sure ones known the same if the verdict is sure.
     */
    private static Outcome outcome(String need, Evidence evidence, Predicate<Judged> known) {
        List<Judged> decided =
                evidence.all().filter(known.and(one -> !one.isOpen())).toList();
        long holding = decided.stream().filter(Judged::holds).count();
        long failing = decided.size() - holding;
        long all = evidence.all().count() + evidence.missing.size();
        boolean open = all > decided.size();
        if (decided.isEmpty()) {
            return Outcome.NOT_TESTED;
        }
        return switch (need) {
            case "all" -> failing > 0 ? Outcome.FAILS : open ? Outcome.NOT_TESTED : Outcome.HOLDS;
            case "most" -> 2 * holding > all ? Outcome.HOLDS : 2 * failing >= all ? Outcome.FAILS : Outcome.NOT_TESTED;
            case "any" -> holding > 0 ? Outcome.HOLDS : open ? Outcome.NOT_TESTED : Outcome.FAILS;
            default -> throw new IllegalArgumentException("need: " + need + ": there are all, most, any");
        };
    }

    private static String reasons(Stream<String> all) {
        List<String> distinct = all.distinct().toList();
        int more = distinct.size() - SHOWN_REASONS;
        String shown = distinct.stream().limit(SHOWN_REASONS).collect(Collectors.joining("; "));
        return more > 0 ? shown + "; and " + more + " more" : shown;
    }

    private static String figure(Evidence evidence) {
        if (evidence.judged.isEmpty()) {
            return "";
        }
        double[] values = sorted(evidence.judged);
        String growth = growth(evidence.growth);
        if (values.length == 1) {
            return number(values[0]) + growth;
        }
        long holding = evidence.judged.stream().filter(Judged::holds).count();
        return number(values[0]) + " to " + number(values[values.length - 1]) + ", median "
                + number((values[(values.length - 1) / 2] + values[values.length / 2]) / 2) + "; as claimed in "
                + holding
                + " of " + values.length + growth;
    }

    private static double[] sorted(List<Judged> judged) {
        return judged.stream()
                .mapToDouble(one -> one.ratio().value().mean())
                .sorted()
                .toArray();
    }

    private static String growth(List<Judged> growth) {
        if (growth.isEmpty()) {
            return "";
        }
        double[] values = sorted(growth);
        String range =
                values.length == 1 ? number(values[0]) : number(values[0]) + " to " + number(values[values.length - 1]);
        return (growth.stream().allMatch(Judged::holds) ? "; grows by " : "; does not grow: ") + range;
    }

    private String confidence(Evidence evidence) {
        if (evidence.judged.isEmpty()) {
            return "";
        }
        int samples = evidence.samples();
        if (samples < 2) {
            return "one run";
        }
        String spread = source.usesMedian() ? "lowest to highest of the rounds" : Estimate.spread(samples, "rounds");
        List<Judged> all = evidence.all().toList();
        if (all.size() == 1) {
            Estimate value = all.get(0).ratio().value();
            return number(value.low()) + " to " + number(value.high()) + ", " + spread;
        }
        long sure = all.stream().filter(Judged::isSure).count();
        return sure + " of " + all.size() + " beyond the error, " + spread;
    }

    /** A ratio with three digits. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return "no bound";
        }
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4;
        return String.format(Locale.ROOT, "%." + digits + "f\u00d7", value);
    }

    /** {@code 5 hold, 1 does not hold, 2 not tested}. */
    public static String count(List<Verdict> verdicts) {
        Map<Outcome, Long> counts =
                verdicts.stream().collect(Collectors.groupingBy(Verdict::outcome, Collectors.counting()));
        long holds = counts.getOrDefault(Outcome.HOLDS, 0L);
        long fails = counts.getOrDefault(Outcome.FAILS, 0L);
        return holds + (holds == 1 ? " holds, " : " hold, ") + fails + (fails == 1 ? " does not, " : " do not, ")
                + counts.getOrDefault(Outcome.NOT_TESTED, 0L) + " not tested";
    }
}
