package storemark.report.published;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import storemark.results.Estimate;

/** Results that a test makes up one by one, and the verdict on a claim that follows from them. */
final class MadeUpResults {
    /** The engines of Symas's page, as its suite names them, but LMDB and Berkeley DB. */
    static final List<String> THREE =
            List.of("leveldb", "sqlite:locking.exclusive,pageSize.1k", "kyoto-treedb:pageSize.1k,opts.sl");

    private final List<Fact> facts = new ArrayList<>();
    private final List<Facts.Gap> gaps = new ArrayList<>();
    private final Map<String, Integer> cores = new HashMap<>();

    private static Map<String, String> labels(String engine, String workload, String... more) {
        Map<String, String> labels = new HashMap<>(Map.of(
                "engine",
                engine,
                "workload",
                workload,
                "threads",
                "1",
                "window",
                "all",
                "run",
                "first",
                "medium",
                "disk",
                "durability",
                "none"));
        for (int place = 0; place < more.length; place += 2) {
            labels.put(more[place], more[place + 1]);
        }
        return labels;
    }

    void add(double rate, String engine, String workload, String... more) {
        add(Estimate.of(rate), engine, workload, more);
    }

    /**
     * Adds a measured rate.
     *
     * @param more names and values in turn of labels beside those of one thread in a run named {@code first}
     */
    void add(Estimate rate, String engine, String workload, String... more) {
        facts.add(new Fact(labels(engine, workload, more), rate, Estimate.of(), Estimate.of()));
    }

    /**
     * Adds a store's size.
     *
     * @param bytes on disk
     * @param data how many of each of them are keys and values
     */
    void addSize(Estimate bytes, Estimate data, String engine, String workload, String... more) {
        facts.add(new Fact(labels(engine, workload, more), Estimate.of(1), bytes, data));
    }

    /** Adds a cell without a result, which the suite has or has not left out itself. */
    void miss(String reason, boolean leftOut, String engine, String workload, String... more) {
        gaps.add(new Facts.Gap(labels(engine, workload, more), reason, leftOut));
    }

    /** Says how many physical cores the machine of a run has. */
    void cores(String run, int physical) {
        cores.put(run, physical);
    }

    /** Forgets what was measured. */
    void clear() {
        facts.clear();
    }

    Verdict verdict(String id) throws IOException {
        for (Source source : Source.all()) {
            if (source.claims().containsKey(id)) {
                return new ClaimCheck(source, new Facts(facts, gaps, cores))
                        .verdicts().stream()
                                .filter(verdict -> verdict.id().equals(id))
                                .findFirst()
                                .orElseThrow();
            }
        }
        throw new IllegalArgumentException(id);
    }
}
