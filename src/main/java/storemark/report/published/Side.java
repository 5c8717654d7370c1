package storemark.report.published;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import storemark.results.Estimate;

/**
 * One engine's part in a ratio. Immutable.
 *
 * @param cells what selects its set-ups
 * @param measure which of their numbers; null is the rate
 * @param cores whether of each run only the thread count counts that is the largest within the machine's physical cores
 */
record Side(Selector cells, String measure, boolean cores) {
    static final String CORES = "cores";

    /** Takes the word {@code cores} out of the thread counts that are asked for. */
    static Side of(Selector cells, String measure) {
        boolean cores = List.of(CORES).equals(cells.wanted().get(Fact.THREADS));
        return new Side(cores ? cells.without(Fact.THREADS) : cells, measure, cores);
    }

    /** This side where it has these labels, which may have no value. */
    Side at(Map<String, String> labels) {
        return new Side(cells.withOnly(labels), measure, cores);
    }

    /** What was measured for it. */
    List<Fact> measured(Facts facts) {
        List<Fact> found = facts.select(cells).stream()
                .filter(fact -> {
                    Estimate value = fact.measure(measure);
                    return value.samples() > 0 && value.mean() > 0;
                })
                .toList();
        return cores
                ? found.stream()
                        .filter(fact -> threads(fact.labels()) == atCores(fact, found, facts))
                        .toList()
                : found;
    }

    /** More than one thread, or there is nothing that it could be compared with. */
    private static int atCores(Fact fact, List<Fact> all, Facts facts) {
        String run = fact.labels().getOrDefault(Fact.RUN, "");
        int cores = facts.cores().getOrDefault(run, 0);
        return all.stream()
                .map(Fact::labels)
                .filter(labels -> labels.getOrDefault(Fact.RUN, "").equals(run))
                .mapToInt(Side::threads)
                .filter(threads -> threads > 1 && threads <= cores)
                .max()
                .orElse(-1);
    }

    private static int threads(Map<String, String> labels) {
        return Integer.parseInt(labels.getOrDefault(Fact.THREADS, "1"));
    }

    /** The cells of this side that were planned and have no result; those that the suite leaves out are none. */
    Stream<Facts.Gap> unmeasured(Facts facts) {
        Selector planned = cells.without(Fact.WINDOW);
        Set<Map<String, String>> told = new HashSet<>();
        return facts.gaps().stream()
                .filter(gap -> !gap.leftOut() && planned.matches(gap.labels()))
                .filter(gap -> told.add(gap.labels())); // the rounds of a cell are one
    }

    /** Whether it has cells and the suite leaves out all of them. */
    boolean isLeftOut(Facts facts) {
        Selector planned = cells.without(Fact.WINDOW);
        List<Facts.Gap> gaps = facts.gaps().stream()
                .filter(gap -> planned.matches(gap.labels()))
                .toList();
        return !gaps.isEmpty() && gaps.stream().allMatch(Facts.Gap::leftOut);
    }

    /** Why nothing was measured for it: the reason of a cell that failed or is not supported, or what no cell was about. */
    String whyNone(Facts facts) {
        Selector anyWindow = cells.without(Fact.WINDOW);
        String reason = facts.gaps().stream()
                .filter(gap -> anyWindow.matches(gap.labels()))
                .map(gap -> gap.labels().get(Fact.ENGINE) + ": " + gap.reason())
                .findFirst()
                .orElse(null);
        if (reason != null) {
            return reason;
        }
        List<Fact> elsewhere = facts.select(anyWindow.withOnly(Map.of(Fact.WINDOW, Fact.ALL)));
        if (!elsewhere.isEmpty()) {
            return cores ? noCores(elsewhere, facts) : noWindow();
        }
        for (Map.Entry<String, List<String>> label : cells.wanted().entrySet()) {
            Selector alone = new Selector(Map.of(label.getKey(), label.getValue()));
            if (facts.select(alone).isEmpty()) {
                return none(label.getKey(), alone);
            }
        }
        return none(Fact.ENGINE, facts.runs().size() < 2 ? anyWindow.without(Fact.RUN) : anyWindow);
    }

    private String noWindow() {
        String windows = String.join(" or ", cells.wanted().getOrDefault(Fact.WINDOW, List.of(Fact.ALL)));
        return windows.equals(Fact.ALL)
                ? "no " + measure + " was measured of "
                        + cells.wanted().get(Fact.ENGINE).get(0)
                : "no key range had its data " + windows;
    }

    private static String noCores(List<Fact> measured, Facts facts) {
        String run = measured.get(0).labels().getOrDefault(Fact.RUN, "");
        int cores = facts.cores().getOrDefault(run, 0);
        return cores == 0
                ? "it is not known how many physical cores the machine has"
                : cores == 1
                        ? "the machine has one physical core"
                        : "nothing was measured with 2 to " + cores + " threads, its physical cores";
    }

    private static String none(String label, Selector cells) {
        return "nothing was measured " + (label.equals(Fact.MEDIUM) ? "" : "with ") + cells;
    }
}
