package storemark.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the cuts of an engine at a level came to: a row of the table, and of durability.json.
 *
 * @param engine as named on the command line
 * @param version that the library states; null where it is not available
 * @param level of durability that was promised
 * @param fileSystem of the device that was cut, where it is not ext4; else null
 * @param state of the promise
 * @param reason why it was not tested, or null
 * @param cuts how often it was cut
 * @param kept in how many of them everything was as promised
 * @param commits how many had been acknowledged before the cuts, in all
 * @param findings by kind; what is not there was not found
 * @param broken cuts, the first few
 * @param work what commits cost the device, by their size in records; empty where it was not counted
 */
public record Outcome(
        String engine,
        String version,
        String level,
        @JsonInclude(JsonInclude.Include.NON_NULL) String fileSystem,
        State state,
        String reason,
        int cuts,
        int kept,
        long commits,
        Map<Finding, Count> findings,
        List<Broken> broken,
        List<DeviceWork> work) {
    private static final int SHOWN = 20;

    /** Options that say where a store is, and change nothing else. */
    private static final Set<String> PLACES = Set.of("device", "direct");

    /** Of a promise. */
    public enum State {
        KEPT,
        NOT_KEPT,
        NOT_TESTED,
        NOT_SUPPORTED;

        /** For people, and in files. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * How often something was found.
     *
     * @param cuts in how many cuts
     * @param records in all of them together
     */
    public record Count(int cuts, long records) {
        Count plus(Count other) {
            return new Count(cuts + other.cuts, records + other.records);
        }
    }

    /**
     * A cut that broke a promise.
     *
     * @param cut its number: with the seed, it is repeated alone
     * @param kind what the device kept, or {@code kill}
     * @param first finding, in words
     */
    public record Broken(int cut, String kind, String first) {}

    /**
     * What the device was asked for while commits of one size were acknowledged, for each of them.
     *
     * @param records of a commit
     * @param flushes for each commit
     * @param writes for each commit
     * @param bytes written for each commit
     */
    public record DeviceWork(int records, double flushes, double writes, double bytes) {}

    public Outcome {
        fileSystem = "ext4".equals(fileSystem) ? null : fileSystem;
    }

    /** Whether {@code other} is of the same engine, version, level and file system. */
    boolean isOf(Outcome other) {
        return engine.equals(other.engine)
                && level.equals(other.level)
                && Objects.equals(fileSystem, other.fileSystem)
                && Objects.equals(version, other.version);
    }

    /** Whether it is of {@code spec}, with its options in any order. */
    public boolean isOf(String spec) {
        return options(engine).equals(options(spec));
    }

    /** Whether {@code spec} is the same engine with the same profiles, wherever its store is and however it is set. */
    boolean hasProfilesOf(String spec) {
        return profiles(engine).equals(profiles(spec));
    }

    /** Without settings, which are names and values: {@code pageSize.16k}. */
    private static Set<String> profiles(String spec) {
        return options(spec).stream()
                .filter(option -> !PLACES.contains(option) && !option.matches("[A-Za-z]+\\..*"))
                .collect(Collectors.toSet());
    }

    /** The name of the engine is one of them. */
    private static Set<String> options(String spec) {
        return Set.copyOf(List.of(spec.split("[:,+]")));
    }

    /** Whether a cut broke the promise. Its name has no "is", or Jackson would write it to files. */
    public boolean notKept() {
        return kept < cuts;
    }

    /** Whether some cuts were made and not all, for another reason than a promise. */
    public boolean brokeOff() {
        return state == State.NOT_TESTED && cuts > 0;
    }

    /** The level, and where: {@code power on xfs}. */
    public String where() {
        return fileSystem == null ? level : level + " on " + fileSystem;
    }

    /** The cuts of both; what is said once is as {@code later} says it, if it has cuts. */
    public Outcome plus(Outcome later) {
        Outcome told = later.cuts == 0 && cuts > 0 ? this : later;
        Map<Finding, Count> both = new TreeMap<>(findings);
        later.findings.forEach((finding, count) -> both.merge(finding, count, Count::plus));
        return new Outcome(
                engine,
                version,
                level,
                fileSystem,
                state == State.NOT_KEPT ? state : told.state,
                told.reason,
                cuts + later.cuts,
                kept + later.kept,
                commits + later.commits,
                both,
                Stream.concat(broken.stream(), later.broken.stream())
                        .limit(SHOWN)
                        .toList(),
                later.work.isEmpty() ? work : later.work);
    }

    /** Adds up cuts, if there are any. Used by one thread. */
    public static final class Builder {
        private final String engine;
        private final String version;
        private final String level;
        private final String fileSystem;
        private final Map<Finding, Count> findings = new TreeMap<>();
        private final List<Broken> broken = new ArrayList<>();
        private int cuts;
        private int kept;
        private long commits;

        /**
         * Begins without cuts.
         *
         * @param engine as named on the command line
         * @param version that the library states; null where it is not available
         * @param level of durability that is promised
         * @param fileSystem of the device that is cut, or null for none
         */
        public Builder(String engine, String version, String level, String fileSystem) {
            this.engine = engine;
            this.version = version;
            this.level = level;
            this.fileSystem = fileSystem;
        }

        /**
         * One cut.
         *
         * @param number of the cut
         * @param kind what the device kept, or {@code kill}
         * @param acknowledged how many commits were, before it
         * @param found records of each kind; empty where all was as promised
         * @param first finding, in words; null where there is none
         */
        public void add(int number, String kind, long acknowledged, Map<Finding, Integer> found, String first) {
            cuts++;
            commits += acknowledged;
            if (found.isEmpty()) {
                kept++;
                return;
            }
            found.forEach((finding, records) -> findings.merge(finding, new Count(1, records), Count::plus));
            if (broken.size() < SHOWN) {
                broken.add(new Broken(number, kind, first));
            }
        }

        /** For people. */
        public String soFar() {
            return kept + " of " + cuts + " kept";
        }

        /**
         * What the cuts came to.
         *
         * @param reason why it was not tested, or not to the end; null where it was
         */
        public Outcome build(String reason, List<DeviceWork> work) {
            State state = kept < cuts ? State.NOT_KEPT : reason != null || cuts == 0 ? State.NOT_TESTED : State.KEPT;
            return build(state, reason, work);
        }

        /** As {@code state} has it, and no matter what the cuts came to. */
        public Outcome build(State state, String reason, List<DeviceWork> work) {
            return new Outcome(
                    engine, version, level, fileSystem, state, reason, cuts, kept, commits, findings, broken, work);
        }
    }
}
