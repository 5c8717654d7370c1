package storemark.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import storemark.run.RunOptions;

/** How a run goes about its cells, as given on the command line or in the plan of a resumed run. */
final class CellOptions {
    private static final String IN_PLACE = "in-place";
    private static final String DROP_DATASETS = "drop-datasets";
    private static final String VERIFY = "verify";
    private static final String SETTLE_TIMEOUT = "settle-timeout";

    @Option(
            names = "--" + IN_PLACE,
            description =
                    "let update, mix and remove write to the dataset itself and not to a copy: spares the disk, and"
                            + " the dataset is loaded again for what needs it")
    private boolean inPlace;

    @Option(
            names = "--" + DROP_DATASETS,
            description =
                    "delete each dataset that this run has loaded after the last cell that needs it, and measure one"
                            + " dataset after the other, so that the disk holds one at a time")
    private boolean dropDatasets;

    @Option(
            names = "--" + VERIFY,
            description =
                    "read the whole of each dataset before its first cell, and of all that update and mix have written to"
                            + " before their result counts")
    private boolean verify;

    @Option(
            names = "--" + SETTLE_TIMEOUT,
            paramLabel = "T",
            description =
                    "how long a store is waited for to settle after a cell that writes: 30m, 2h (default: ${DEFAULT-VALUE})")
    private String settleTimeout = "1h";

    RunOptions options() {
        return new RunOptions(inPlace, dropDatasets, verify, Durations.parse(SETTLE_TIMEOUT, settleTimeout));
    }

    /** The inverse of {@link #toMap}. */
    static RunOptions ofMap(Map<String, String> map) {
        return new RunOptions(
                Boolean.parseBoolean(map.get(IN_PLACE)),
                Boolean.parseBoolean(map.get(DROP_DATASETS)),
                Boolean.parseBoolean(map.get(VERIFY)),
                Durations.parse(SETTLE_TIMEOUT, map.get(SETTLE_TIMEOUT)));
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
