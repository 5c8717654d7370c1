package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import storemark.statistics.Ratio;

/** Turns the cells of runs into numbers under labels, for the comparison with published ones. */
final class FactReader {
    private static final int FEWEST_INCREMENTS = 3;

    private final Source source;
    private final List<Fact> facts = new ArrayList<>();
    private final Map<String, Integer> cores = new LinkedHashMap<>();
    /** What each is of. */
    private final IdentityHashMap<Fact, Series> series = new IdentityHashMap<>();

    private FactReader(Source source) {
        this.source = source;
    }

    /** All cells of {@code runs}, averaged as {@code source} did; the windows are worked out for each run by itself. */
    static Facts of(List<Results> runs, Source source) throws IOException {
        FactReader reader = new FactReader(source);
        for (Results run : runs) {
            reader.read(run);
        }
        return new Facts(reader.facts, reader.cores, reader::divide);
    }

    /** As the rest of the report does, by repetitions and in turns where they were; but of mean rates, which pages print. */
    private Estimate divide(Measure measure, Fact numerator, Fact denominator) {
        Series one = series.get(numerator);
        Series other = series.get(denominator);
        Ratio ratio = measure != Measure.RATE
                ? Ratio.unpaired(values(one, measure), values(other, measure)).orElseThrow()
                : numerator
                                .labels()
                                .get(Fact.WINDOW)
                                .equals(denominator.labels().get(Fact.WINDOW))
                        ? SeriesRatio.ofMeans(one, other).orElseThrow()
                        : SeriesRatio.ofMeansApart(one, other).orElseThrow();
        return SeriesRatio.estimate(ratio);
    }

    private List<double[]> values(Series of, Measure measure) {
        ToDoubleFunction<Measurement> value = switch (measure) {
            case DISK -> disk(of);
            case SPACE -> DiskUse::efficiency;
            case RATE, MEMORY -> throw new IllegalArgumentException("no ratio of " + measure + " by repetitions");
        };
        return of.repetitions().stream()
                .mapToDouble(value)
                .filter(one -> one > 0)
                .mapToObj(one -> new double[] {one})
                .toList();
    }

    private void read(Results run) throws IOException {
        JsonNode machine = run.machine();
        int physical = machine.at("/cpu/physicalCores").asInt(0);
        cores.put(run.name(), Math.min(physical, machine.at("/cpu/usableCores").asInt(physical)));
        boolean memory = machine.at("/storage/fileSystem").asText().equals("tmpfs");
        Map<String, String> place = Map.of(
                Fact.RUN,
                run.name(),
                Fact.MEDIUM,
                memory ? Fact.TMPFS : Fact.DISK,
                Fact.FILE_SYSTEM,
                fileSystem(machine),
                Fact.RAM,
                String.valueOf((long) Memory.all(run)));
        for (List<Group> groups : Group.byThreads(new ReportData(List.of(run)).groups())) {
            for (Group group : groups) {
                group.series().stream()
                        .filter(series -> !series.measured())
                        .forEach(series -> addGap(group, series, place));
            }
            if (groups.stream().anyMatch(group -> !group.measured().isEmpty())) {
                read(groups, place);
            }
        }
    }

    private static String fileSystem(JsonNode machine) {
        String type = machine.at("/storage/fileSystem").asText();
        JsonNode journal = machine.at("/storage/journal");
        return !type.equals("ext4") || journal.asBoolean()
                ? type
                : type + (journal.isMissingNode() ? ", journal unknown" : " without a journal");
    }

    private void read(List<Group> groups, Map<String, String> place) {
        List<Window> windows = Window.of(groups);
        for (Group group : groups) {
            for (Series series : group.measured()) {
                add(group, series, place, DataPlace.ALL);
                for (Window window : windows) {
                    Series part = series.within(window);
                    if (window.place() != DataPlace.ALL && rate(part).samples() > 0) {
                        addWindow(group, part, place, window.place());
                    }
                }
            }
        }
    }

    private Estimate rate(Series of) {
        return average(of.rates(step -> true));
    }

    /** One or two increments say too little of a window: its rate is a gap. */
    private void addWindow(Group group, Series part, Map<String, String> place, DataPlace window) {
        long increments = part.repetitions().stream()
                .mapToLong(repetition -> repetition.steps().stream()
                        .filter(step -> !Double.isNaN(step.rate()))
                        .count())
                .min()
                .orElseThrow();
        if (increments >= FEWEST_INCREMENTS) {
            add(group, part, place, window);
            return;
        }
        String reason = "data " + window.words() + " in "
                + (increments == 1 ? "1 increment" : increments + " increments") + " only: a window needs "
                + FEWEST_INCREMENTS;
        facts.add(new Fact(labels(group, part, place, window), Map.of(), new Gap(reason, false)));
    }

    private ToDoubleFunction<Measurement> disk(Series of) {
        boolean unsettled = source.countsUnsettled(of.repetitions().get(0).engine());
        return unsettled ? DiskUse::unsettledBytes : DiskUse::bytes;
    }

    private void add(Group group, Series of, Map<String, String> place, DataPlace window) {
        Estimate memory = PeakMemory.hasControl(group) ? new PeakMemory(true).of(group, of) : Estimate.of();
        Map<String, String> labels = labels(group, of, place, window);
        Optional<String> spoiled = source.spoils(labels);
        Map<Measure, Estimate> values = new EnumMap<>(Measure.class);
        values.put(Measure.DISK, average(of, disk(of)));
        values.put(Measure.SPACE, average(of, DiskUse::efficiency));
        values.put(Measure.MEMORY, memory);
        if (spoiled.isPresent()) {
            facts.add(new Fact(labels, Map.of(), new Gap(spoiled.get(), false)));
        } else {
            values.put(Measure.RATE, rate(of));
        }
        Fact fact = new Fact(labels, values, null, of.standing());
        facts.add(fact);
        series.put(fact, of);
    }

    private Estimate average(Series series, ToDoubleFunction<Measurement> value) {
        return average(series.repetitions().stream().mapToDouble(value).toArray());
    }

    private Estimate average(double[] repetitions) {
        return source.medians() ? Estimate.median(repetitions) : Estimate.of(repetitions);
    }

    /** In a report of one run, a series is named by its engine specification. */
    private static Map<String, String> labels(Group group, Series series, Map<String, String> place, DataPlace window) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(Fact.ENGINE, series.name());
        labels.put(Fact.WORKLOAD, group.workload().label());
        labels.put(Fact.THREADS, String.valueOf(group.threads()));
        new TreeMap<>(series.parameters()).forEach(labels::putIfAbsent);
        labels.keySet().removeAll(List.of("step", "sample", "seed"));
        labels.putAll(place);
        labels.put(Fact.WINDOW, window.name());
        return labels;
    }

    /** A cell has one reason; without a result it lacks the numbers of every window. */
    private void addGap(Group group, Series series, Map<String, String> place) {
        CellEntry cell = series.missing().get(0);
        String reason = cell.reason() == null ? Words.state(cell.state()) : cell.reason();
        Gap gap = new Gap(reason, cell.state() == State.LEFT_OUT);
        for (DataPlace window : DataPlace.values()) {
            facts.add(new Fact(labels(group, series, place, window), Map.of(), gap));
        }
    }
}
