package storemark.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * The content of {@code plan.json}: what a run was asked for, so that it can be resumed.
 *
 * @param suite the suite's name
 * @param groups the settings of each group of cells, by their command-line names
 * @param options how the run goes about its cells, by the command-line names, and a mark by which its {@code --dir} is
 *     recognised
 * @param shard the part of the plan that the run measures; null for all of it
 */
public record RunPlan(
        String suite,
        List<Map<String, String>> groups,
        Map<String, String> options,
        @JsonInclude(JsonInclude.Include.NON_NULL) Shard shard) {
    /** All of a plan. */
    public RunPlan(String suite, List<Map<String, String>> groups, Map<String, String> options) {
        this(suite, groups, options, null);
    }

    public RunPlan {
        options = options == null ? Map.of() : Map.copyOf(options); // of before there were any
    }
}
