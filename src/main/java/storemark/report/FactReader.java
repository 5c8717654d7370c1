package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import storemark.report.published.DataPlace;
import storemark.report.published.Fact;
import storemark.report.published.Fact.Gap;
import storemark.report.published.Fact.Measure;
import storemark.report.published.Facts;
import storemark.report.published.Source;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Results;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

/** Turns the cells of runs into numbers under labels, for the comparison with published ones. */
final class FactReader {
    private static final int FEWEST_INCREMENTS = 3;

    private final Source source;
    private final List<Fact> facts = new ArrayList<>();
    private final Map<String, Integer> cores = new LinkedHashMap<>();

    private FactReader(Source source) {
        this.source = source;
    }

    /** All cells of {@code runs}, averaged as {@code source} did; the windows are worked out for each run by itself. */
    static Facts of(List<Results> runs, Source source) throws IOException {
        FactReader reader = new FactReader(source);
        for (Results run : runs) {
            reader.read(run);
        }
        return new Facts(reader.facts, reader.cores);
    }

    private void read(Results run) throws IOException {
        JsonNode machine = run.machine();
        int physical = machine.at("/cpu/physicalCores").asInt(0);
        cores.put(run.name(), Math.min(physical, machine.at("/cpu/usableCores").asInt(physical)));
        boolean memory = machine.at("/storage/fileSystem").asText().equals("tmpfs");
        Map<String, String> place = Map.of(Fact.RUN, run.name(), Fact.MEDIUM, memory ? Fact.TMPFS : Fact.DISK);
        for (List<Group> groups : Group.byThreads(new ReportData(List.of(run)).groups())) {
            for (Group group : groups) {
                group.series().stream().filter(series -> !series.measured()).forEach(series -> addGap(series, place));
            }
            if (groups.stream().anyMatch(group -> !group.measured().isEmpty())) {
                read(groups, place);
            }
        }
    }

    private void read(List<Group> groups, Map<String, String> place) {
        List<Window> windows = Window.of(groups);
        for (Group group : groups) {
            for (Series series : group.measured()) {
                add(series, place, DataPlace.ALL, average(series.rates(step -> true)));
                for (Window window : windows) {
                    Estimate rate = average(series.rates(window::holds));
                    if (window.place() != DataPlace.ALL && rate.samples() > 0) {
                        addWindow(series, place, window, rate);
                    }
                }
            }
        }
    }

    /** One or two increments say too little of a window: its rate is a gap. */
    private void addWindow(Series series, Map<String, String> place, Window window, Estimate rate) {
        long increments = series.repetitions().stream()
                .mapToLong(repetition -> repetition.steps().stream()
                        .filter(step -> window.holds(step) && !Double.isNaN(step.rate()))
                        .count())
                .min()
                .orElseThrow();
        if (increments >= FEWEST_INCREMENTS) {
            add(series, place, window.place(), rate);
            return;
        }
        String reason = "data " + window.place().words() + " in "
                + (increments == 1 ? "1 increment" : increments + " increments") + " only: a window needs "
                + FEWEST_INCREMENTS;
        facts.add(new Fact(labels(series, place, window.place()), Map.of(), new Gap(reason, false)));
    }

    private static Map<String, String> labels(Series series, Map<String, String> place, DataPlace window) {
        Measurement one = series.repetitions().get(0);
        return labels(one.engine(), one.workload(), one.threads(), one.parameters(), place, window);
    }

    private void add(Series series, Map<String, String> place, DataPlace window, Estimate rate) {
        String engine = series.repetitions().get(0).engine();
        Estimate disk = average(series, source.countsUnsettled(engine) ? DiskUse::unsettledBytes : DiskUse::bytes);
        Estimate space = average(series, DiskUse::efficiency);
        facts.add(new Fact(
                labels(series, place, window),
                Map.of(Measure.RATE, rate, Measure.DISK, disk, Measure.SPACE, space),
                null));
    }

    private Estimate average(Series series, ToDoubleFunction<Measurement> value) {
        return average(series.repetitions().stream().mapToDouble(value).toArray());
    }

    private Estimate average(double[] repetitions) {
        return source.medians() ? Estimate.median(repetitions) : Estimate.of(repetitions);
    }

    private static Map<String, String> labels(
            String engine,
            Workload workload,
            int threads,
            Map<String, String> parameters,
            Map<String, String> place,
            DataPlace window) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(Fact.ENGINE, engine);
        labels.put(Fact.WORKLOAD, workload.label());
        labels.put(Fact.THREADS, String.valueOf(threads));
        new TreeMap<>(parameters).forEach(labels::putIfAbsent);
        labels.keySet().removeAll(List.of("step", "sample", "seed"));
        labels.putAll(place);
        labels.put(Fact.WINDOW, window.name());
        return labels;
    }

    /** A cell has one reason; without a result it lacks the numbers of every window. */
    private void addGap(Series series, Map<String, String> place) {
        CellEntry cell = series.missing().get(0);
        String reason = cell.reason() == null ? Words.state(cell.state()) : cell.reason();
        for (DataPlace window : DataPlace.values()) {
            facts.add(new Fact(
                    labels(cell.engine(), cell.workload(), cell.threads(), cell.parameters(), place, window),
                    Map.of(),
                    new Gap(reason, cell.state() == State.LEFT_OUT)));
        }
    }
}
