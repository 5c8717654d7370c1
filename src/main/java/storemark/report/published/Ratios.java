package storemark.report.published;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import storemark.report.published.Comparison.Pick;
import storemark.results.Estimate;

/** The ratios that a comparison is about, and why there are none of others that it is about. */
final class Ratios {
    final List<Ratio> found = new ArrayList<>();
    /** Why, once for each pair that was not measured; what the suite leaves out is not missing. */
    final List<String> missing = new ArrayList<>();

    private final Comparison comparison;
    private final Source source;
    private final Facts facts;
    private final Set<String> told;
    /** The answers of {@link #isAnyPlanned}: every fact of the other side asks. */
    private final Map<Map<String, String>, Boolean> planned = new HashMap<>();

    /** @param varied labels to name with each ratio, as the claim has several values of them */
    Ratios(Comparison comparison, Source source, Facts facts, Set<String> varied) {
        this.comparison = comparison;
        this.source = source;
        this.facts = facts;
        told = new TreeSet<>(varied);
        told.addAll(comparison.to() == null ? List.of(Fact.ENGINE) : comparison.own());
        if (comparison.ratio() == null) {
            find();
        } else {
            findAmongRatios();
        }
    }

    /** Every engine at every place that the comparison lists is looked for. */
    private void find() {
        for (Selector where : comparison.where().without(Fact.ENGINE).combinations()) {
            for (String engine : numerators()) {
                List<Selector> to = comparison.to() == null
                        ? List.of()
                        : engines(comparison.to().values(Fact.ENGINE), engine).stream()
                                .map(other -> side(other, where, comparison.to()))
                                .toList();
                find(engine, side(engine, where, comparison.of()), to);
            }
        }
    }

    private List<String> numerators() {
        List<String> named = comparison.of().values(Fact.ENGINE);
        return engines(named.isEmpty() ? comparison.where().values(Fact.ENGINE) : named, null);
    }

    /** If ratios to be divided are missing, only they are reported, once. */
    private void findAmongRatios() {
        Ratios inner = new Ratios(comparison.ratio(), source, facts, told);
        List<Fact> measured = inner.found.stream()
                .map(ratio -> new Fact(ratio.labels(), Map.of(comparison.measure(), ratio.value()), null))
                .toList();
        Ratios outer = new Ratios(comparison.amongRatios(), source, new Facts(measured, facts.cores()), told);
        found.addAll(outer.found);
        missing.addAll(inner.missing.isEmpty() ? outer.missing : inner.missing);
    }

    /** The page's names that {@code named} stands for, beside {@code numerator}; null for the numerator's own. */
    private List<String> engines(List<String> named, String numerator) {
        List<String> all = List.copyOf(source.engines().keySet());
        if (named.equals(List.of("others"))) {
            return all.stream().filter(engine -> !engine.equals(numerator)).toList();
        }
        return !named.isEmpty() ? named : numerator == null ? all : List.of(numerator);
    }

    private Selector side(String engine, Selector where, Selector own) {
        return source.selector(engine).with(where).with(own.without(Fact.ENGINE));
    }

    /**
     * A pair for each set-up in which the numerator was planned or a denominator measured; the latter only at values, of the labels that
     * all claims are over, at which one of the comparison's numerators was planned.
     */
    private void find(String engine, Selector of, List<Selector> to) {
        Set<String> open = facts.telling();
        open.removeIf(label -> of.values(label).size() == 1);
        told.addAll(open);
        open.removeAll(comparison.own());
        Set<Map<String, String>> setUps = new LinkedHashSet<>();
        facts.select(of).forEach(fact -> setUps.add(fact.only(open)));
        to.forEach(side -> measured(side).stream()
                .map(fact -> fact.only(open))
                .filter(this::isPlanned)
                .forEach(setUps::add));
        if (setUps.isEmpty()) {
            setUps.add(Map.of());
        }
        boolean numbered = of.values(Fact.THREADS).stream().anyMatch(count -> count.matches("[0-9]+"));
        for (Map<String, String> setUp : setUps) {
            List<Fact> numerators = measured(of.with(setUp));
            if (numerators.isEmpty()) {
                facts.whyMissing(of.with(setUp)).ifPresent(missing::add);
            }
            for (Fact numerator : numerators) {
                if (numbered && !facts.isLikePage(numerator, source.cores())) {
                    addOtherCores(numerator);
                } else {
                    divide(
                            engine,
                            numerator,
                            to.stream().map(side -> side.with(setUp)).toList());
                }
            }
        }
    }

    private boolean isPlanned(Map<String, String> setUp) {
        Map<String, String> over = new HashMap<>(setUp);
        over.keySet().retainAll(source.over().keySet());
        return over.isEmpty() || planned.computeIfAbsent(over, this::isAnyPlanned);
    }

    /** Whether one of the numerators was planned at these values of labels that all claims are over. */
    private boolean isAnyPlanned(Map<String, String> over) {
        return numerators().stream()
                .map(engine -> facts.select(source.selector(engine).with(over)))
                .anyMatch(some -> !some.isEmpty());
    }

    private void addOtherCores(Fact fact) {
        missing.add(ClaimWords.of(Fact.THREADS, fact.label(Fact.THREADS)) + " on "
                + facts.cores().get(fact.label(Fact.RUN)) + " cores: the page's machine had " + source.cores());
    }

    private List<Fact> measured(Selector side) {
        return facts.select(side).stream()
                .filter(fact -> fact.has(comparison.measure()))
                .toList();
    }

    private void divide(String engine, Fact numerator, List<Selector> to) {
        if (comparison.to() == null) {
            add(engine, numerator, "", numerator.values().get(comparison.measure()), List.of());
            return;
        }
        List<Fact> denominators = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        for (Selector side : to) {
            List<Fact> own = new ArrayList<>(measured(side));
            own.remove(numerator);
            denominators.addAll(own);
            if (own.isEmpty()) {
                absent.add(facts.why(side));
            }
        }
        Pick pick = comparison.pick();
        if (pick == Pick.EACH) {
            missing.addAll(absent);
            denominators.forEach(one -> divide(engine, numerator, one, ratio(numerator, one), List.of()));
        } else if (denominators.isEmpty()) {
            missing.add(absent.stream().distinct().collect(Collectors.joining("; ")));
        } else {
            Estimate picked = pick.of(
                    denominators.stream().map(one -> ratio(numerator, one)).toList());
            divide(engine, numerator, pick.of(denominators, one -> ratio(numerator, one)), picked, absent);
        }
    }

    private Estimate ratio(Fact numerator, Fact denominator) {
        return facts.division().of(comparison.measure(), numerator, denominator);
    }

    private void divide(String engine, Fact numerator, Fact denominator, Estimate ratio, List<String> absent) {
        Map<String, String> differing = denominator.only(comparison.own());
        differing.entrySet().removeAll(numerator.labels().entrySet());
        add(engine, numerator, " against " + ClaimWords.of(differing), ratio, absent);
    }

    private void add(String engine, Fact numerator, String against, Estimate value, List<String> absent) {
        String about = ClaimWords.of(numerator.only(told)) + against;
        found.add(new Ratio(comparison, engine, numerator.labels(), about, value, absent));
    }
}
