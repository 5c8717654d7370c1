package storemark.report.published;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import storemark.report.published.Verdict.Outcome;

/** All that a claim is judged by, or one case of it that is judged by itself. */
final class Evidence {
    private final String says;
    private final String need;
    private final List<Judged> judged = new ArrayList<>();
    private final List<Judged> growth = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private final List<String> blank = new ArrayList<>();

    /** Begins with nothing, for {@code part} and others of its claim that say the same. */
    Evidence(Claim part) {
        says = part.says();
        need = part.need() == null ? "all" : part.need();
    }

    void add(Ratios.Found found, Claim part) {
        Condition condition = Condition.parse(part.expect());
        found.pairs().forEach(pair -> judged.add(new Judged(pair.ratio(), condition, part.pick(), pair.absent())));
        missing.addAll(found.missing());
        blank.addAll(found.blank());
        if (part.growing() != null) {
            Ratios.Found grown = Growth.of(found.pairs(), part.growing());
            grown.pairs().forEach(pair -> growth.add(new Judged(pair.ratio(), Growth.EXPECTED, null, List.of())));
            missing.addAll(grown.missing());
        }
    }

    /** The ratios, then their growth where that is judged too. */
    Stream<Judged> all() {
        return Stream.concat(judged.stream(), growth.stream());
    }

    /**
     * What follows from those ratios that are decided and {@code known}, whatever the others and those that were not measured
     * might be: with all ratios known the verdict, with only the sure ones known the same if the verdict is sure.
     */
    Outcome outcome(Predicate<Judged> known) {
        List<Judged> decided = all().filter(known.and(one -> !one.isOpen())).toList();
        long holding = decided.stream().filter(Judged::holds).count();
        long failing = decided.size() - holding;
        long all = all().count() + missing.size();
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

    /** Why it is not decided, or not by all that it might be; what the suite leaves out only where there is nothing else. */
    Stream<String> reasons() {
        Stream<String> absent = judged.stream().flatMap(one -> one.absent().stream());
        boolean nothing = judged.isEmpty() && missing.isEmpty();
        return nothing ? blank.stream() : Stream.concat(missing.stream(), absent);
    }

    /** What was measured, in words; empty when nothing was. */
    String figure() {
        if (judged.isEmpty()) {
            return "";
        }
        double[] values = sorted(judged);
        String what = (says == null ? "" : says + ": ");
        if (values.length == 1) {
            return what + ClaimCheck.number(values[0]) + growth();
        }
        long holding = judged.stream().filter(Judged::holds).count();
        double median = (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
        return what + range(values) + ", median " + ClaimCheck.number(median) + "; as claimed in " + holding + " of "
                + values.length + growth();
    }

    private String growth() {
        if (growth.isEmpty()) {
            return "";
        }
        double[] values = sorted(growth);
        return (growth.stream().allMatch(Judged::holds) ? "; grows by " : "; does not grow: ")
                + (values.length == 1 ? ClaimCheck.number(values[0]) : range(values));
    }

    private static String range(double[] sorted) {
        return ClaimCheck.number(sorted[0]) + " to " + ClaimCheck.number(sorted[sorted.length - 1]);
    }

    private static double[] sorted(List<Judged> judged) {
        return judged.stream()
                .mapToDouble(one -> one.ratio().value().mean())
                .sorted()
                .toArray();
    }
}
