package storemark.cli;

import static storemark.parameter.Parameters.DROP_DATASETS;
import static storemark.parameter.Parameters.REPETITIONS;
import static storemark.parameter.Parameters.UNTIL;
import static storemark.parameter.Parameters.WITHIN;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import storemark.parameter.Values;
import storemark.report.Precision;
import storemark.results.Results;
import storemark.results.RunFolder;
import storemark.run.Comparison;
import storemark.run.Console;
import storemark.run.Cost;
import storemark.run.SuiteRun;
import storemark.run.Workspace;
import storemark.statistics.Ratio;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;
import storemark.text.Printable;

/** {@code --until}: repetitions are added where a ratio is not known well enough, as long as time allows. Used by one thread. */
final class Until implements SuiteRun.More {
    private final RunFolder folder;
    private final Workspace workspace;
    private final Values options;
    private final List<Cell> plan;
    private final long begun = System.nanoTime();
    private boolean noted;

    /** @param plan all cells of the run */
    Until(RunFolder folder, List<Cell> plan, Workspace workspace, Values options) {
        this.folder = folder;
        this.plan = new ArrayList<>(plan);
        this.workspace = workspace;
        this.options = options;
    }

    /**
     * {@code suite} with as many repetitions as {@code --until} begins with: five, or more where the suite has them.
     *
     * @throws Failure for options that cannot be together
     */
    static Suite withRepetitions(Suite suite, Settings given, Values options) {
        if (options.get(UNTIL) == 0) {
            if (given.get(WITHIN) != null) {
                throw Failure.usage("--within needs --until, which was not given");
            }
            return suite;
        }
        if (options.get(DROP_DATASETS)) {
            throw Failure.usage("--until and --drop-datasets: each added repetition would load its datasets again;"
                    + " leave one of them out");
        }
        for (Settings group : suite.groups()) {
            int repetitions = group.values().get(REPETITIONS);
            if (repetitions < Ratio.FEWEST && given.get(REPETITIONS) != null) {
                throw Failure.usage("--repetitions " + repetitions + ": with --until, must be " + Ratio.FEWEST
                        + " or more, the fewest that a verdict needs");
            }
            group.set(REPETITIONS, Math.max(Ratio.FEWEST, repetitions));
        }
        return suite;
    }

    /** Refuses what cannot be reached, before anything is measured. */
    static void check(List<Cell> cells, Workspace workspace, Values options) {
        if (options.get(UNTIL) == 0) {
            return;
        }
        if (!new Comparison(workspace, options).compares(cells)) {
            throw Failure.usage("--until is about ratios between engines: name two or more, besides the control");
        }
        double seconds = Cost.seconds(cells, workspace) + Cost.profilingSeconds(cells, workspace, options);
        if (seconds * 1000 > options.get(WITHIN)) {
            throw Failure.usage("--within " + options.text(WITHIN) + ": the first repetitions of " + cells.size()
                    + " cells take about " + Console.time(seconds) + "; give more time, or fewer cells");
        }
    }

    /** Says before hours are spent what the report could not decide. */
    static void note(List<Cell> all, Workspace workspace, Values options) {
        Comparison comparison = new Comparison(workspace, options);
        List<String> notes = new ArrayList<>(comparison.splits(all));
        int repetitions =
                all.stream().mapToInt(cell -> cell.get(REPETITIONS)).min().orElseThrow();
        if (repetitions < Ratio.FEWEST && comparison.compares(all)) {
            notes.add("fewer than " + Ratio.FEWEST + " repetitions decide no comparison: use --repetitions "
                    + Ratio.FEWEST + " or --until 3%");
        }
        notes.forEach(note -> System.out.println(Printable.of("note: " + note)));
    }

    @Override
    public List<Cell> next() throws IOException {
        if (options.get(UNTIL) == 0) {
            return List.of();
        }
        double secondsLeft = options.get(WITHIN) / 1e3
                - (System.nanoTime() - begun) / 1e9
                - Cost.profilingSeconds(plan, workspace, options);
        Set<Cell> added = new LinkedHashSet<>();
        List<Precision.Wide> open = Precision.wide(Results.read(folder.path()), options.get(UNTIL));
        noteOnce(open, secondsLeft);
        for (Precision.Wide wide : open) {
            Set<Cell> more = new LinkedHashSet<>(added);
            more.addAll(repetitionOf(wide.cells()));
            if (Cost.seconds(List.copyOf(more), workspace) <= secondsLeft) {
                added = more;
            }
        }
        List<String> ids = plan.stream().map(Cell::id).toList();
        List<Cell> sorted = added.stream()
                .sorted(Comparator.comparingInt(Cell::repetition)
                        .thenComparingInt(
                                cell -> ids.indexOf(cell.withRepetition(1).id())))
                .toList();
        List<Cell> inOrder = workspace.order(sorted, options);
        folder.extend(inOrder.stream().map(Cell::entry).toList());
        plan.addAll(inOrder);
        return inOrder;
    }

    /** Says when the first repetitions are there, and before more time is spent, whether that will be enough. */
    private void noteOnce(List<Precision.Wide> open, double secondsLeft) {
        double seconds = open.stream()
                .mapToDouble(wide -> wide.lacking() * Cost.seconds(repetitionOf(wide.cells()), workspace))
                .sum();
        if (!noted && seconds > secondsLeft) {
            System.out.println("note: to know all ratios to within " + options.text(UNTIL) + " would take about "
                    + Console.time(seconds) + " more; --within leaves " + Console.time(Math.max(0, secondsLeft)));
        }
        noted = true;
    }

    /** The next repetition of these cells, and of those that write to the same copies before them. */
    List<Cell> repetitionOf(Set<String> ids) {
        List<Cell> measured =
                plan.stream().filter(cell -> ids.contains(cell.id())).toList();
        int next = measured.stream().mapToInt(Cell::repetition).max().orElseThrow() + 1;
        Set<Cell> first = new LinkedHashSet<>();
        for (Cell cell : measured) {
            if (cell.repetition() == 1 && !cell.engine().isControl()) {
                first.addAll(workspace.copies().before(cell, plan));
                first.add(cell);
            }
        }
        return plan.stream()
                .filter(first::contains)
                .map(cell -> cell.withRepetition(next))
                .filter(cell -> plan.stream().noneMatch(other -> other.id().equals(cell.id())))
                .toList();
    }
}
