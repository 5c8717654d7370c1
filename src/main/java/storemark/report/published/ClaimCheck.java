package storemark.report.published;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Estimate;
import storemark.text.ParameterText;

/** Evaluates the claims of one source. */
public final class ClaimCheck {
    private static final int SHOWN_REASONS = 6;

    private final Source source;
    private final Facts facts;
    private final Ratios ratios;

    public ClaimCheck(Source source, Facts facts) {
        this.source = source;
        this.facts = facts;
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
                verdicts.add(verdict(row, claim));
            }
        }
        return verdicts;
    }

    private Verdict verdict(Map<String, String> row, Claim claim) {
        List<Ratio> excepted = new ArrayList<>();
        List<Evidence> evidence = evidence(claim, excepted);
        Outcome outcome = outcome(evidence, one -> true);
        boolean sure = outcome(evidence, Judged::isSure) == outcome;
        List<Judged> all = evidence.stream().flatMap(Evidence::all).toList();
        String doubt = sure ? "" : samples(all) < 2 ? "one run" : "within the error";
        return new Verdict(
                row.get("id"),
                row.get("claim"),
                row.get("measure") + ": " + row.get("expect"),
                ClaimWords.of(claim),
                outcome,
                Stream.of(scope(), doubt).filter(one -> !one.isEmpty()).collect(Collectors.joining(", ")),
                evidence.stream()
                        .map(Evidence::figure)
                        .filter(figure -> !figure.isEmpty())
                        .collect(Collectors.joining("; ")),
                confidence(all),
                reasons(evidence.stream().flatMap(Evidence::reasons)),
                Stream.concat(all.stream().map(Judged::ratio), excepted.stream())
                        .toList());
    }

    /** One for each case that is judged by itself, and one for all others. */
    private List<Evidence> evidence(Claim claim, List<Ratio> excepted) {
        boolean several =
                claim.parts().stream().map(ClaimCheck::workload).distinct().count() > 1;
        Map<String, Evidence> evidence = new LinkedHashMap<>();
        for (Claim part : claim.parts()) {
            Ratios.Found found = several ? named(ratios.of(part), workload(part)) : ratios.of(part);
            if (part.expect().equals(Claim.EXCEPTED)) {
                found.pairs().forEach(pair -> excepted.add(with(pair.ratio(), Claim.EXCEPTED, "by the claim")));
                continue;
            }
            List<String> leader = part.lead() == null
                    ? null
                    : source.selector(part.lead()).wanted().get(Fact.ENGINE);
            evidence.computeIfAbsent(Objects.requireNonNullElse(part.says(), ""), key -> new Evidence(part))
                    .add(leader == null ? found : Lead.of(found, leader), part);
        }
        return List.copyOf(evidence.values());
    }

    /** Every case has to hold. */
    private static Outcome outcome(List<Evidence> evidence, Predicate<Judged> known) {
        List<Outcome> each = evidence.stream().map(one -> one.outcome(known)).toList();
        return each.contains(Outcome.FAILS)
                ? Outcome.FAILS
                : each.contains(Outcome.NOT_TESTED) ? Outcome.NOT_TESTED : Outcome.HOLDS;
    }

    /** What the verdicts are about, where the runs have less than the claims are over: {@code at 100 records and 1k records}. */
    private String scope() {
        return Objects.requireNonNullElse(source.over(), Map.<String, List<String>>of()).entrySet().stream()
                .map(label -> scope(label.getKey(), label.getValue()))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private String scope(String label, List<String> over) {
        List<String> measured = measured(label);
        return measured.isEmpty() || measured.containsAll(over)
                ? ""
                : measured.stream()
                        .map(value -> ParameterText.of(label, value))
                        .collect(Collectors.joining(" and ", "at ", ""));
    }

    private List<String> measured(String label) {
        return facts.measured().stream()
                .map(fact -> fact.labels().get(label))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
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
        return new Ratios.Found(pairs, found.missing(), found.blank());
    }

    private static Ratio with(Ratio ratio, String label, String value) {
        Map<String, String> labels = new TreeMap<>(ratio.labels());
        labels.put(label, value);
        return new Ratio(labels, ratio.against(), ratio.value());
    }

    private static String reasons(Stream<String> all) {
        List<String> distinct = all.distinct().toList();
        int more = distinct.size() - SHOWN_REASONS;
        String shown = distinct.stream().limit(SHOWN_REASONS).collect(Collectors.joining("; "));
        return more > 0 ? shown + "; and " + more + " more" : shown;
    }

    private static int samples(List<Judged> all) {
        return all.stream().mapToInt(one -> one.ratio().value().samples()).min().orElse(0);
    }

    private String confidence(List<Judged> all) {
        if (all.isEmpty()) {
            return "";
        }
        int samples = samples(all);
        if (samples < 2) {
            return "one run";
        }
        String spread = source.usesMedian() ? "lowest to highest of the rounds" : Estimate.spread(samples, "rounds");
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
