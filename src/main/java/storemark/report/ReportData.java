package storemark.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.parameter.Parameters;
import storemark.results.Measurement;
import storemark.results.Profile;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.EngineEntry;
import storemark.text.ParameterText;
import storemark.workload.Workload;

/** All cells of the runs in a report, sorted into groups and series. Immutable once made. */
final class ReportData {
    /** One planned cell, with what its forks measured: nothing unless it is done. */
    private record Cell(
            int run, String series, double memory, EngineEntry engine, CellEntry entry, List<Measurement> forks) {
        Map<String, String> parameters() {
            return forks.isEmpty() ? entry.parameters() : forks.get(0).parameters();
        }
    }

    private final List<Results> runs;
    private final Styles marks = new Styles();
    private final Map<String, Integer> styles = new LinkedHashMap<>();
    private final List<Group> groups = new ArrayList<>();
    private final List<Group> planned = new ArrayList<>();
    private final List<List<Group>> families;
    private final List<Group> charted;

    /** A specification that several runs have used is charted with the name of each one's folder behind it. */
    ReportData(List<Results> runs) {
        this.runs = List.copyOf(runs);
        runs.stream()
                .flatMap(run -> cells(run).stream())
                .collect(Collectors.partitioningBy(cell -> cell.parameters().containsKey(Parameters.RATE.jmhName())))
                .forEach((isPlanned, all) -> Group.by(
                                all.stream(), cell -> cell.entry().workload())
                        .forEach((workload, cells) -> group(workload, cells, isPlanned ? planned : groups)));
        families = Group.families(groups.stream().filter(Group::hasOnePlace), "entries", Group::entries);
        Set<Group> points = Collections.newSetFromMap(new IdentityHashMap<>());
        families.forEach(points::addAll);
        charted = groups.stream().filter(group -> !points.contains(group)).toList();
    }

    List<Results> runs() {
        return runs;
    }

    /** The profile of a cell of {@code series}; null where it has none. */
    Profile profile(Series series, String cell) {
        return runs.get(series.run()).profiles().get(cell);
    }

    /** Workloads in the order of the plan, thread counts in order within each. */
    List<Group> groups() {
        return groups;
    }

    /** The groups of operations at planned times, in the same order: their rates are given, and not compared. */
    List<Group> planned() {
        return planned;
    }

    /** {@link #groups}, then those that are {@link #planned}. */
    Stream<Group> all() {
        return Stream.concat(groups.stream(), planned.stream());
    }

    /** The groups that charts of their own are drawn of: all but those that are one point of a family. */
    List<Group> charted() {
        return charted;
    }

    /** Groups that differ in their number of records only, each a point of one line, in place of a chart each. */
    List<List<Group>> families() {
        return families;
    }

    /** Names of all series in their order. */
    List<String> names() {
        return List.copyOf(styles.keySet());
    }

    private List<Cell> cells(Results run) {
        Map<String, String> names = names(run);
        Map<String, List<Measurement>> forks =
                run.measurements().stream().collect(Collectors.groupingBy(Measurement::cell));
        double memory = Memory.all(run);
        Map<String, EngineEntry> engines = new HashMap<>();
        run.run().engines().forEach(engine -> engines.put(engine.spec(), engine));
        return run.run().cells().stream()
                .map(entry -> new Cell(
                        runs.indexOf(run),
                        names.get(entry.engine()),
                        memory,
                        engines.get(entry.engine()),
                        entry,
                        forks.getOrDefault(entry.id(), List.of())))
                .toList();
    }

    private Map<String, String> names(Results run) {
        Map<String, String> names = new HashMap<>();
        for (String spec : specs(run)) {
            String name = runs.stream().filter(one -> specs(one).contains(spec)).count() > 1
                    ? spec + " (" + run.name() + ")"
                    : spec;
            while (styles.containsKey(name)) {
                name += " again";
            }
            styles.put(name, marks.next(spec));
            names.put(spec, name);
        }
        return names;
    }

    private static Set<String> specs(Results run) {
        Set<String> specs = new LinkedHashSet<>();
        run.run().engines().forEach(engine -> specs.add(engine.spec()));
        run.run().cells().forEach(cell -> specs.add(cell.engine()));
        return specs;
    }

    private void group(Workload workload, List<Cell> all, List<Group> into) {
        // What differs only between series (a setting of one engine) or with the threads does not split a workload's
        // cells.
        Set<String> telling = ParameterText.telling(
                all, cell -> List.of(cell.series(), cell.entry().threads()), Cell::parameters);
        boolean advisory = runs.get(0).memoryAdvisory() != null;
        all.stream()
                .collect(Collectors.groupingBy(
                        cell -> Group.only(cell.parameters(), telling),
                        LinkedHashMap::new,
                        Collectors.groupingBy(cell -> cell.entry().threads(), TreeMap::new, Collectors.toList())))
                .forEach((variant, byThreads) -> byThreads.forEach(
                        (threads, part) -> into.add(new Group(workload, threads, variant, advisory, series(part)))));
    }

    private List<Series> series(List<Cell> cells) {
        Map<String, List<Cell>> bySeries = cells.stream().collect(Collectors.groupingBy(Cell::series));
        return styles.keySet().stream()
                .filter(bySeries::containsKey)
                .map(name -> series(name, bySeries.get(name)))
                .toList();
    }

    private Series series(String name, List<Cell> cells) {
        EngineEntry engine = cells.get(0).engine();
        return new Series(
                cells.get(0).run(),
                name,
                names().indexOf(name),
                styles.get(name),
                Memory.budget(cells.get(0).parameters(), cells.get(0).memory()),
                engine == null ? Map.of() : Promises.of(engine.spec(), engine.version()),
                engine == null ? Map.of() : engine.remarks(),
                cells.stream().flatMap(cell -> cell.forks().stream()).toList(),
                cells.stream()
                        .map(Cell::entry)
                        .filter(entry -> entry.state() != RunFile.State.DONE)
                        .toList());
    }
}
