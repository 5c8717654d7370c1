package storemark.report.published;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import storemark.results.Estimate;

/** Finds the pairs of measured numbers that a claim is about, and says of which it is about there are none. */
final class Ratios {
    private final Source source;
    private final Facts facts;
    private final Set<String> telling;

    /**
     * What there is for one case of a claim.
     *
     * @param pairs what was measured
     * @param missing why, once for each pair that was not
     * @param blank why, once for each place that the suite leaves out
     */
    record Found(List<Pair> pairs, List<String> missing, List<String> blank) {}

    /**
     * One ratio.
     *
     * @param absent why, for each engine that the denominator might have been and that was not measured
     */
    record Pair(Ratio ratio, List<String> absent) {}

    Ratios(Source source, Facts facts) {
        this.source = source;
        this.facts = facts;
        telling = facts.telling();
        telling.add(Fact.RUN); // numbers of different runs are never divided
    }

    /** All ratios of one case, and all that it lacks: every engine at every place that the case lists is looked for. */
    Found of(Claim part) {
        Found found = new Found(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Claim place : part.combinations()) {
            for (String engine : engines(part.of(), part.where(), null)) {
                find(place, part, engine, found);
            }
        }
        return found;
    }

    private void find(Claim place, Claim part, String engine, Found into) {
        Side of = side(engine, place, place.of());
        List<Fact> numerators = of.measured(facts);
        planned(of, numerators, into);
        if (numerators.isEmpty()) {
            if (of.isLeftOut(facts)) {
                into.blank().add(of.whyNone(facts));
            } else if (of.cores() || of.unmeasured(facts).findAny().isEmpty()) {
                into.missing().add(of.whyNone(facts)); // else each planned cell has been told
            }
            return;
        }
        if (place.to() == null) {
            numerators.forEach(fact -> into.pairs()
                    .add(new Pair(new Ratio(told(fact, of, part), null, fact.measure(part.measure())), List.of())));
        } else {
            List<Rival> rivals = engines(place.to(), null, engine).stream()
                    .map(other -> rival(side(other, place, place.to()), of, place))
                    .toList();
            numerators.forEach(numerator -> divide(numerator, of, rivals, part, into));
            lacking(of, numerators, rivals, into);
        }
    }

    /** What one engine has for a denominator, and the labels in which it has to agree with the numerator. */
    private record Rival(Side side, List<Fact> measured, Set<String> same) {
        List<Fact> like(Fact numerator) {
            return measured.stream()
                    .filter(fact -> fact.agrees(numerator.labels(), same))
                    .filter(fact -> !fact.labels().equals(numerator.labels()))
                    .toList();
        }

        Side at(Fact numerator) {
            return side.at(chosen(numerator, same));
        }
    }

    private Rival rival(Side to, Side of, Claim place) {
        return new Rival(to, to.measured(facts), compared(place, of.cells(), to.cells()));
    }

    private static Map<String, String> chosen(Fact fact, Set<String> labels) {
        Map<String, String> chosen = new TreeMap<>(fact.labels());
        chosen.keySet().retainAll(labels);
        return chosen;
    }

    private void divide(Fact numerator, Side of, List<Rival> rivals, Claim part, Found into) {
        List<Fact> denominators = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        for (Rival rival : rivals) {
            List<Fact> like = rival.like(numerator);
            denominators.addAll(like);
            if (like.isEmpty()) {
                absent.add(rival.at(numerator).whyNone(facts));
            }
        }
        boolean picks = part.pick() != null;
        if (!picks) {
            into.missing().addAll(absent);
        } else if (denominators.isEmpty()) {
            into.missing().add(absent.stream().distinct().collect(Collectors.joining("; ")));
        }
        if (picks && !denominators.isEmpty()) {
            into.pairs().add(new Pair(picked(numerator, denominators, of, part), absent));
        } else {
            denominators.forEach(denominator -> into.pairs()
                    .add(new Pair(
                            ratio(numerator, denominator, denominator.measure(part.measure()), of, part), List.of())));
        }
    }

    /** Against the best of several, or the least: by name the one with that mean, by its interval whichever it may be. */
    private Ratio picked(Fact numerator, List<Fact> denominators, Side of, Claim part) {
        Comparator<Fact> size =
                Comparator.comparingDouble(fact -> fact.measure(part.measure()).mean());
        List<Estimate> sizes =
                denominators.stream().map(fact -> fact.measure(part.measure())).toList();
        return switch (part.pick()) {
            case "best" -> ratio(numerator, Collections.max(denominators, size), Estimate.largest(sizes), of, part);
            case "least" -> ratio(numerator, Collections.min(denominators, size), Estimate.smallest(sizes), of, part);
            default -> throw new IllegalArgumentException("pick: " + part.pick() + ": there are best and least");
        };
    }

    private Ratio ratio(Fact numerator, Fact denominator, Estimate by, Side of, Claim part) {
        return new Ratio(
                told(numerator, of, part),
                against(numerator, denominator, part),
                Ratio.divide(numerator.measure(part.measure()), by));
    }

    /** Denominators that were measured where the numerator was not: one pair is missing for each place. */
    private void lacking(Side of, List<Fact> numerators, List<Rival> rivals, Found into) {
        Set<Map<String, String>> places = new LinkedHashSet<>();
        for (Rival rival : rivals) {
            rival.measured().stream()
                    .filter(fact -> numerators.stream().noneMatch(one -> one.agrees(fact.labels(), rival.same())))
                    .forEach(fact -> places.add(chosen(fact, rival.same())));
        }
        places.forEach(place -> into.missing().add(of.at(place).whyNone(facts)));
    }

    /** Cells of the numerator that the run planned and that have no result, whatever the denominators have. */
    private void planned(Side of, List<Fact> numerators, Found into) {
        if (!of.cores()) {
            of.unmeasured(facts)
                    .filter(gap -> numerators.stream().noneMatch(fact -> isOfTheSameCell(fact, gap)))
                    .map(gap -> gap.labels().get(Fact.ENGINE) + ": " + gap.reason())
                    .forEach(into.missing()::add);
        }
    }

    /** Another round of a cell may have a result where one has none. */
    private static boolean isOfTheSameCell(Fact fact, Facts.Gap gap) {
        Set<String> both = new LinkedHashSet<>(gap.labels().keySet());
        both.retainAll(fact.labels().keySet());
        both.remove(Fact.WINDOW);
        return fact.agrees(gap.labels(), both);
    }

    /** The engines that a side names, by the page's names; the other side's where it names none. */
    private List<String> engines(Map<String, List<String>> side, Map<String, List<String>> where, String numerator) {
        List<String> named = side == null ? null : side.get(Fact.ENGINE);
        if (named == null && where != null) {
            named = where.get(Fact.ENGINE);
        }
        if (named == null) {
            return numerator == null ? List.copyOf(source.engines().keySet()) : List.of(numerator);
        }
        if (named.equals(List.of("each"))) {
            return List.copyOf(source.engines().keySet());
        }
        if (named.equals(List.of("others"))) {
            return source.engines().keySet().stream()
                    .filter(engine -> !engine.equals(numerator))
                    .toList();
        }
        return named;
    }

    private Side side(String engine, Claim place, Map<String, List<String>> own) {
        Selector base = source.selector(engine);
        List<String> specs = base.wanted().get(Fact.ENGINE);
        return Side.of(base.with(place.where()).with(own).with(Map.of(Fact.ENGINE, specs)), place.measure());
    }

    /** Labels in which both sides have to agree: all that tell set-ups apart, but for those that the claim itself sets. */
    private Set<String> compared(Claim place, Selector of, Selector to) {
        Set<String> labels = new LinkedHashSet<>(telling);
        labels.remove(Fact.ENGINE);
        labels.removeAll(ownLabels(place));
        labels.removeIf(label -> of.fixes(label) && to.fixes(label));
        return labels;
    }

    /** Labels that the claim gives its sides, or lets them differ in. */
    private static Set<String> ownLabels(Claim part) {
        Set<String> own = new LinkedHashSet<>();
        own.addAll(part.of() == null ? Set.of() : part.of().keySet());
        own.addAll(part.to() == null ? Set.of() : part.to().keySet());
        own.addAll(part.free() == null ? List.of() : part.free());
        return own;
    }

    /** What tells a number from the others of its claim, and its denominator. */
    private Map<String, String> told(Fact fact, Side side, Claim part) {
        Map<String, String> told = new TreeMap<>();
        fact.labels().forEach((label, value) -> {
            boolean listed = part.where() != null
                    && part.where().containsKey(label)
                    && part.where().get(label).size() > 1;
            boolean open = telling.contains(label) && !side.cells().fixes(label);
            boolean own = part.to() != null && ownLabels(part).contains(label);
            boolean lonelyRun = label.equals(Fact.RUN) && facts.runs().size() < 2;
            if (label.equals(Fact.ENGINE) || ((listed || open || own) && !lonelyRun)) {
                told.put(label, value);
            }
        });
        return told;
    }

    /** In what the denominator differs from the numerator, in words. */
    private static String against(Fact numerator, Fact denominator, Claim part) {
        Set<String> labels = new LinkedHashSet<>(ownLabels(part));
        labels.add(Fact.ENGINE);
        Map<String, String> differing = chosen(denominator, labels);
        differing
                .entrySet()
                .removeIf(entry -> Objects.equals(numerator.labels().get(entry.getKey()), entry.getValue()));
        return Selector.words(differing);
    }
}
