package storemark.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import storemark.results.Measurement;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFile.CellEntry;
import storemark.text.ParameterText;
import storemark.workload.Workload;

/** All cells of the runs in a report, sorted into groups and series. Immutable once made. */
final class ReportData {
    /** One planned cell, with what its forks measured: nothing unless it is done. */
    private record Cell(String series, double memory, CellEntry entry, List<Measurement> forks) {
        double budget() {
            return Memory.budget(parameters(), memory);
        }

        Map<String, String> parameters() {
            return forks.isEmpty()
                    ? Objects.requireNonNullElse(entry.parameters(), Map.of())
                    : forks.get(0).parameters();
        }
    }

    private final List<Results> runs;
    private final Map<String, Integer> styles = new LinkedHashMap<>();
    private final List<Group> groups = new ArrayList<>();

    /** A specification that an earlier run has already used is charted with the name of its run's folder behind it. */
    ReportData(List<Results> runs) {
        this.runs = List.copyOf(runs);
        group(runs.stream().flatMap(run -> cells(run).stream()).toList());
    }

    List<Results> runs() {
        return runs;
    }

    /** Workloads in the order of the plan, thread counts in order within each. */
    List<Group> groups() {
        return groups;
    }

    /** The groups that charts of their own are drawn of: all but those that are one point of a {@link Family}. */
    List<Group> charted() {
        Set<Group> points = Collections.newSetFromMap(new IdentityHashMap<>());
        families().forEach(family -> points.addAll(family.groups()));
        return groups.stream().filter(group -> !points.contains(group)).toList();
    }

    /** Groups that differ in their number of records only. */
    List<Family> families() {
        return Family.of(groups);
    }

    /** Names of all series in their order. */
    List<String> names() {
        return List.copyOf(styles.keySet());
    }

    int style(String name) {
        return styles.get(name);
    }

    private List<Cell> cells(Results run) {
        Map<String, String> names = names(run);
        Map<String, List<Measurement>> forks = new HashMap<>();
        for (Measurement measurement : run.measurements()) {
            forks.computeIfAbsent(measurement.cell(), cell -> new ArrayList<>()).add(measurement);
        }
        double memory = Memory.all(run);
        return run.run().cells().stream()
                .map(entry ->
                        new Cell(names.get(entry.engine()), memory, entry, forks.getOrDefault(entry.id(), List.of())))
                .toList();
    }

    private Map<String, String> names(Results run) {
        Set<String> specs = new LinkedHashSet<>();
        run.run().engines().forEach(engine -> specs.add(engine.spec()));
        run.run().cells().forEach(cell -> specs.add(cell.engine()));
        Map<String, String> names = new HashMap<>();
        for (String spec : specs) {
            String name = spec;
            while (styles.containsKey(name)) {
                name += " (" + run.name() + ")";
            }
            boolean control = spec.equals("null") || spec.startsWith("null:");
            int taken =
                    (int) styles.values().stream().filter(style -> style >= 0).count();
            styles.put(name, control ? -1 : taken);
            names.put(spec, name);
        }
        return names;
    }

    private void group(List<Cell> cells) {
        Map<Workload, List<Cell>> workloads = new LinkedHashMap<>();
        cells.forEach(cell -> workloads
                .computeIfAbsent(cell.entry().workload(), workload -> new ArrayList<>())
                .add(cell));
        workloads.forEach((workload, all) -> {
            // What differs only between series (a setting of one engine) or with the threads does not split a
            // workload's cells.
            Set<String> telling = ParameterText.telling(
                    all, cell -> List.of(cell.series(), cell.entry().threads()), Cell::parameters);
            Map<Map<String, String>, Map<Integer, List<Cell>>> parts = new LinkedHashMap<>();
            for (Cell cell : all) {
                Map<String, String> variant = new LinkedHashMap<>();
                telling.stream()
                        .filter(cell.parameters()::containsKey)
                        .forEach(name -> variant.put(name, cell.parameters().get(name)));
                parts.computeIfAbsent(variant, key -> new TreeMap<>())
                        .computeIfAbsent(cell.entry().threads(), key -> new ArrayList<>())
                        .add(cell);
            }
            parts.forEach((variant, byThreads) -> byThreads.forEach(
                    (threads, part) -> groups.add(new Group(workload, threads, variant, options(), series(part)))));
        });
    }

    private List<Series> series(List<Cell> cells) {
        List<Series> series = new ArrayList<>();
        for (String name : styles.keySet()) {
            List<Cell> own =
                    cells.stream().filter(cell -> cell.series().equals(name)).toList();
            if (!own.isEmpty()) {
                series.add(new Series(
                        name,
                        style(name),
                        own.get(0).budget(),
                        own.stream().flatMap(cell -> cell.forks().stream()).toList(),
                        own.stream()
                                .map(Cell::entry)
                                .filter(entry -> entry.state() != RunFile.State.DONE)
                                .toList()));
            }
        }
        return series;
    }

    private Map<String, String> options() {
        return Objects.requireNonNullElse(runs.get(0).run().options(), Map.of());
    }
}
