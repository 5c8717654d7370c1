package storemark.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import storemark.machine.MemoryGroup;
import storemark.parameter.Parameters;
import storemark.results.RunFolder;
import storemark.suite.Cell;

/** Whether the memory budgets of a run are enforced or advice, decided before it starts and the same to its end. */
final class MemoryLimit {
    /** The option, in the run's record, with the reason why budgets are not enforced. */
    private static final String ADVISORY = "memory-advisory";

    private static final Pattern PATH = Pattern.compile("(^| )/[^\\s,;:]+");

    private MemoryLimit() {}

    /** The largest budget of a cell, in bytes; -1 when none has one. */
    static long largest(List<Cell> cells) {
        long most = cells.stream()
                .mapToLong(cell -> cell.get(Parameters.MEMORY))
                .max()
                .orElse(0);
        return most == 0 ? -1 : most;
    }

    /**
     * Why the budgets of {@code cells} cannot be enforced here; null where they can, or there is none.
     *
     * @param allowed whether {@code --memory-advisory} was given
     * @throws Failure when they cannot and it was not
     */
    static String advice(List<Cell> cells, boolean allowed) {
        if (largest(cells) < 0) {
            if (allowed) {
                throw Failure.usage("--memory-advisory needs --memory, which was not given");
            }
            return null;
        }
        try {
            MemoryGroup.create(largest(cells)).close();
            return null;
        } catch (IOException none) {
            if (!allowed) {
                throw new Failure(
                        Failure.REFUSED,
                        none.getMessage() + " (or use --memory-advisory to run without a limit, which the report says)",
                        none);
            }
            System.out.println("warn: memory budgets are not enforced: " + none.getMessage());
            return none.getMessage();
        }
    }

    /** Puts {@code advice} into the record of a run: the reason alone, as a group's path may name a user. */
    static void record(Map<String, String> options, String advice) {
        if (advice != null) {
            String reason = advice.replaceFirst(";.*", "");
            options.put(ADVISORY, PATH.matcher(reason).replaceAll("$1its control group"));
        }
    }

    /**
     * Whether a resumed run was started without a limit; its other cells are then measured the same way.
     *
     * @throws Failure when limits that were enforced cannot be any more
     */
    static boolean wasAdvisory(RunFolder folder, List<Cell> cells) {
        boolean advisory = folder.run().options().containsKey(ADVISORY);
        if (!advisory) {
            advice(cells, false);
        }
        return advisory;
    }
}
