package storemark.results;

import java.util.List;
import java.util.Map;

/**
 * The content of {@code plan.json}: what a run was asked for, so that it can go on after it was stopped.
 *
 * @param suite the suite's name
 * @param groups the settings of each group of cells, by their command-line names
 * @param options how the run goes about its cells, by the command-line names, and a mark by which its {@code --dir} is known
 *     again; null in a plan of before there were any
 */
public record RunPlan(String suite, List<Map<String, String>> groups, Map<String, String> options) {}
