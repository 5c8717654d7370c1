package storemark.results;

import java.util.List;
import java.util.Map;

/**
 * The content of {@code plan.json}: what a run was asked for, so that it can go on after it was stopped.
 *
 * @param suite the suite's name
 * @param groups the settings of each group of cells, by their command-line names
 */
public record RunPlan(String suite, List<Map<String, String>> groups) {}
