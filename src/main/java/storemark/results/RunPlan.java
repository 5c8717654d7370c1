package storemark.results;

import java.util.List;
import java.util.Map;

/**
 * The content of {@code plan.json}: what a run was asked for, so that it can be resumed.
 *
 * @param suite the suite's name
 * @param groups the settings of each group of cells, by their command-line names
 * @param options how the run goes about its cells, by the command-line names, and a mark by which its {@code --dir} is
 *     recognised
 */
public record RunPlan(String suite, List<Map<String, String>> groups, Map<String, String> options) {
    public RunPlan {
        options = options == null ? Map.of() : Map.copyOf(options); // of before there were any
    }
}
