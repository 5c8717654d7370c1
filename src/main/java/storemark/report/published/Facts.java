package storemark.report.published;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import storemark.report.published.Fact.Measure;
import storemark.results.Estimate;
import storemark.text.ParameterText;

/** All that the runs of a report measured, and what they planned and did not. Immutable. */
public final class Facts {
    private static final List<String> INDEX = List.of(Fact.WORKLOAD, Fact.WINDOW, Fact.MEDIUM);

    private final List<Fact> all;
    /** By engine, then by {@link #INDEX}: selectors fix most of these labels, and a report asks millions of times. */
    private final Map<String, Map<Map<String, String>, List<Fact>>> indexed;

    /** The answers of {@link #values}, by label: a comparison with a page asks once for each of its figures. */
    private final Map<String, List<String>> values = new ConcurrentHashMap<>();

    private final Set<String> telling;
    private final Map<String, Integer> cores;
    private final Division division;

    /** Divides what two facts of this collection measured, by their repetitions. */
    public interface Division {
        Estimate of(Measure measure, Fact numerator, Fact denominator);
    }

    /** Facts of which nothing but their estimates is known. */
    Facts(List<Fact> all, Map<String, Integer> cores) {
        this(
                all,
                cores,
                (measure, numerator, denominator) -> Ratio.divide(
                        numerator.values().get(measure), denominator.values().get(measure)));
    }

    /**
     * @param all one for each engine, set-up and window
     * @param cores physical cores that the run could use, by its name; missing or 0 where they are not known
     * @param division of one by another
     */
    public Facts(List<Fact> all, Map<String, Integer> cores, Division division) {
        this.all = List.copyOf(all);
        this.cores = Map.copyOf(cores);
        this.division = division;
        indexed = all.stream()
                .collect(Collectors.groupingBy(
                        fact -> fact.label(Fact.ENGINE),
                        LinkedHashMap::new,
                        Collectors.groupingBy(fact -> fact.only(INDEX), LinkedHashMap::new, Collectors.toList())));
        telling = ParameterText.telling(
                all, fact -> List.of(fact.label(Fact.ENGINE), fact.label(Fact.WORKLOAD)), Fact::labels);
        telling.remove(Fact.FILE_SYSTEM); // it follows from the run
        if (values(Fact.RUN).size() > 1) {
            telling.add(Fact.RUN);
        }
    }

    /** One for each engine, set-up and window. */
    public List<Fact> all() {
        return all;
    }

    public Map<String, Integer> cores() {
        return cores;
    }

    public Division division() {
        return division;
    }

    /** The values that a label has among what was measured, in their order. */
    public List<String> values(String label) {
        return values.computeIfAbsent(
                label,
                name -> all.stream()
                        .filter(fact -> fact.gap() == null)
                        .map(fact -> fact.labels().get(name))
                        .filter(Objects::nonNull)
                        .distinct()
                        .toList());
    }

    /**
     * The labels that tell set-ups apart: those that take several values within one engine and workload. What differs only
     * between engines, such as a share of memory, does not keep their set-ups from being compared. Of several runs the run always
     * does: numbers of different runs are never divided.
     */
    Set<String> telling() {
        return new TreeSet<>(telling);
    }

    List<Fact> select(Selector selector) {
        List<String> threads = selector.values(Fact.THREADS);
        if (threads.size() != 1 || threads.get(0).matches("[0-9]+")) {
            List<String> engines = selector.values(Fact.ENGINE);
            Selector places = selector.only(INDEX);
            return selector.preferred((engines.isEmpty() ? indexed.keySet() : engines)
                    .stream()
                            .map(engine -> indexed.getOrDefault(engine, Map.of()))
                            .flatMap(byPlace -> byPlace.entrySet().stream())
                            .filter(place -> places.matches(place.getKey()))
                            .flatMap(place -> place.getValue().stream())
                            .filter(fact -> selector.matches(fact.labels()))
                            .toList());
        }
        List<Fact> found = select(selector.without(Fact.THREADS));
        return found.stream().filter(fact -> isAt(threads.get(0), fact, found)).toList();
    }

    /** Whether a fact has the number of threads that a word of {@code sources.yaml} stands for, among those of its run. */
    private boolean isAt(String word, Fact fact, List<Fact> all) {
        String run = fact.label(Fact.RUN);
        TreeSet<Integer> counts = new TreeSet<>(all.stream()
                .filter(one -> one.gap() == null && one.label(Fact.RUN).equals(run))
                .map(Facts::threads)
                .toList());
        Integer count = switch (word) {
            case "core-count" -> counts.tailSet(2, true).floor(cores.getOrDefault(run, 0));
            case "most" -> counts.pollLast();
            case "fewest" -> counts.pollFirst();
            default -> throw new IllegalArgumentException("threads: " + word + ": there are core-count, most, fewest");
        };
        return counts.isEmpty() ? fact.gap() != null : Objects.equals(count, threads(fact));
    }

    /**
     * Whether a fact's number of threads is within its machine's cores where it was within the page's, and beyond them where it was beyond:
     * 8 threads on 8 cores are another question than on 2.
     *
     * @param pageCores 0 where they are not known
     */
    boolean isLikePage(Fact fact, int pageCores) {
        int own = cores.getOrDefault(fact.label(Fact.RUN), 0);
        int count = threads(fact);
        return own == 0 || pageCores == 0 || count <= own == count <= pageCores;
    }

    private static int threads(Fact fact) {
        return Integer.parseInt(fact.label(Fact.THREADS));
    }

    /** Why nothing was measured of what {@code selector} asks for: the reason of a cell, or what no cell was about. */
    String why(Selector selector) {
        return gap(selector)
                .map(fact -> fact.label(Fact.ENGINE) + ": " + fact.gap().reason())
                .orElseGet(() -> "not measured: " + ClaimWords.of(lacking(selector)));
    }

    /** As {@link #why}; empty for what the suite leaves out on purpose. */
    Optional<String> whyMissing(Selector selector) {
        boolean leftOut = gap(selector).filter(fact -> fact.gap().leftOut()).isPresent();
        return leftOut ? Optional.empty() : Optional.of(why(selector));
    }

    private Optional<Fact> gap(Selector selector) {
        return select(selector).stream().filter(fact -> fact.gap() != null).findFirst();
    }

    /** A label of {@code selector} that nothing measured has; all of it where there is none such. */
    private Selector lacking(Selector selector) {
        Selector told = values(Fact.RUN).size() < 2 ? selector.without(Fact.RUN) : selector;
        return told.wanted().entrySet().stream()
                .map(label -> new Selector(Map.of(label.getKey(), label.getValue())))
                .filter(label -> select(label).stream().allMatch(fact -> fact.gap() != null))
                .findFirst()
                .orElse(told);
    }
}
