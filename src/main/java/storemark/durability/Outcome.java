package storemark.durability;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
        @JsonInclude(JsonInclude.Include.NON_NULL) FileSystem fileSystem,
        State state,
        String reason,
        int cuts,
        int kept,
        long commits,
        Map<Finding, Count> findings,
        List<Broken> broken,
        List<DeviceWork> work) {
    private static final int SHOWN = 20;

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
        fileSystem = fileSystem == FileSystem.EXT4 ? null : fileSystem;
    }

    /** Whether {@code other} is of the same engine, version, level and file system. */
    boolean isOf(Outcome other) {
        return engine.equals(other.engine)
                && level.equals(other.level)
                && fileSystem == other.fileSystem
                && Objects.equals(version, other.version);
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
    Outcome plus(Outcome later) {
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
    static final class Builder {
        private final Subject subject;
        private final String version;
        private final FileSystem fileSystem;
        private final Map<Finding, Count> findings = new TreeMap<>();
        private final List<Broken> broken = new ArrayList<>();
        private int cuts;
        private int kept;
        private long commits;

        /**
         * @param version that the library states; null where it is not available
         * @param fileSystem of the device that is cut, or null for none
         */
        Builder(Subject subject, String version, FileSystem fileSystem) {
            this.subject = subject;
            this.version = version;
            this.fileSystem = fileSystem;
        }

        void add(int cut, String kind, int[] acknowledged, Findings found) {
            cuts++;
            for (int each : acknowledged) {
                commits += each;
            }
            if (found.kept()) {
                kept++;
                return;
            }
            found.counts().forEach((finding, records) -> findings.merge(finding, new Count(1, records), Count::plus));
            if (broken.size() < SHOWN) {
                broken.add(new Broken(cut, kind, found.first()));
            }
        }

        String soFar() {
            return kept + " of " + cuts + " kept";
        }

        /** @param reason why it was not tested, or not to the end; null where it was */
        Outcome build(String reason, List<DeviceWork> work) {
            State state = kept < cuts ? State.NOT_KEPT : reason != null || cuts == 0 ? State.NOT_TESTED : State.KEPT;
            return build(state, reason, work);
        }

        Outcome build(State state, String reason, List<DeviceWork> work) {
            return new Outcome(
                    subject.spec().toString(),
                    version,
                    subject.durability().label(),
                    fileSystem,
                    state,
                    reason,
                    cuts,
                    kept,
                    commits,
                    findings,
                    broken,
                    work);
        }
    }
}
