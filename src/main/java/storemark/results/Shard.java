package storemark.results;

import java.util.List;
import storemark.results.RunFile.CellEntry;

/**
 * Which part of a plan a run measures, for its {@code plan.json}. Immutable.
 *
 * @param number from 1
 * @param of how many parts there are
 * @param command the command line that measures another part, after {@code --shard}; without paths of this machine
 * @param plan all cells of all parts, in the order of the plan: what {@code merge} must find
 */
public record Shard(int number, int of, String command, List<Part> plan) {
    /** A cell of the plan, and the number of the part that measures it. */
    public record Part(int shard, CellEntry cell) {}

    public Shard {
        plan = List.copyOf(plan);
    }

    /** What measures part {@code other}. */
    String command(int other) {
        return command + " --shard " + other + "/" + of;
    }
}
