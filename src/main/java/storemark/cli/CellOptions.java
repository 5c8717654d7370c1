package storemark.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Option;
import storemark.results.RunPlan;
import storemark.run.RunOptions;

/** How a run goes about its cells, as said on the command line or in the plan of a run that goes on. */
final class CellOptions {
    private static final String IN_PLACE = "in-place";
    private static final String DROP_DATASETS = "drop-datasets";
    private static final String VERIFY = "verify";
    private static final String SETTLE_TIMEOUT = "settle-timeout";
    private static final Duration HOUR = Duration.ofHours(1);

    /** Null where nothing is said, as below. */
    @Option(
            names = "--" + IN_PLACE,
            description =
                    "let update, mix and remove write to the dataset itself and not to a copy: spares the disk, and"
                            + " the dataset is loaded again for what needs it")
    private Boolean inPlace;

    @Option(
            names = "--" + DROP_DATASETS,
            description =
                    "delete each dataset that this run has loaded after the last cell that needs it, and measure one"
                            + " dataset after the other, so that the disk holds one at a time")
    private Boolean dropDatasets;

    @Option(
            names = "--" + VERIFY,
            description =
                    "read the whole of each dataset before its first cell, and of all that update and mix have written to"
                            + " before their result counts")
    private Boolean verify;

    @Option(
            names = "--" + SETTLE_TIMEOUT,
            paramLabel = "T",
            description = "how long a store is waited for to settle after a cell that writes: 30m, 2h (default: 1h)")
    private String settleTimeout;

    /** What a new run does: as said, or by default. */
    RunOptions forNewRun() {
        return new RunOptions(
                Objects.requireNonNullElse(inPlace, false),
                Objects.requireNonNullElse(dropDatasets, false),
                Objects.requireNonNullElse(verify, false),
                settleTimeout == null ? HOUR : Durations.parse(SETTLE_TIMEOUT, settleTimeout));
    }

    /**
     * What a run that goes on does: as its plan says.
     *
     * @throws Failure when something else is said now
     */
    RunOptions forRun(Path run, RunPlan plan) {
        Map<String, String> then = Objects.requireNonNullElse(plan.options(), toMap(new CellOptions().forNewRun()));
        Map<String, String> now = toMap(forNewRun());
        refuseOther(run, IN_PLACE, inPlace, then, now);
        refuseOther(run, DROP_DATASETS, dropDatasets, then, now);
        refuseOther(run, VERIFY, verify, then, now);
        refuseOther(run, SETTLE_TIMEOUT, settleTimeout, then, now);
        return new RunOptions(
                Boolean.parseBoolean(then.get(IN_PLACE)),
                Boolean.parseBoolean(then.get(DROP_DATASETS)),
                Boolean.parseBoolean(then.get(VERIFY)),
                Durations.parse(SETTLE_TIMEOUT, then.get(SETTLE_TIMEOUT)));
    }

    private static void refuseOther(
            Path run, String name, Object said, Map<String, String> then, Map<String, String> now) {
        if (said != null && !now.get(name).equals(then.get(name))) {
            String before = said instanceof Boolean
                    ? (Boolean.parseBoolean(then.get(name)) ? "with --" : "without --") + name
                    : "with --" + name + " " + then.get(name);
            throw new Failure(Failure.USAGE, run + " was started " + before + ": leave it out now, or start a new run");
        }
    }

    /** The options in force by their names, for the run's plan and its record. */
    static Map<String, String> toMap(RunOptions options) {
        Map<String, String> map = new LinkedHashMap<>();
        map.put(IN_PLACE, String.valueOf(options.inPlace()));
        map.put(DROP_DATASETS, String.valueOf(options.dropDatasets()));
        map.put(VERIFY, String.valueOf(options.verify()));
        map.put(SETTLE_TIMEOUT, Durations.text(options.settle()));
        return map;
    }
}
