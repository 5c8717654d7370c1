package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import storemark.results.Json;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.ResultsCsv;
import storemark.results.RunFile;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

/** A made-up run to compare: rates fall by half over the key range, with 1% noise between repetitions and 3% within. */
public final class MeasuredRun {
    private static final double BETWEEN = 0.01;
    private static final double WITHIN = 0.03;
    private static final int STEPS = 5;

    public String name = "run";
    public List<String> engines = List.of("lmdb", "tupl");
    public List<Workload> workloads = List.of(Workload.READ, Workload.INSERT);
    public int repetitions = 5;
    /** What all rates are multiplied by. */
    public double speed = 1;
    /** Of the noise. */
    public long seed = 1;
    /** In place of 1000 ns, by canary; 0 for one that was not measured. */
    public Map<Metric, Double> canaries = Map.of();
    /** Share by which canaries rise from one increment to the next; the third has the usual value. */
    public double unsteady;
    /** The rate of this increment, from 0 on, of the first repetition could not be measured. */
    public int unmeasured = -1;
    /** Engines that failed. */
    public List<String> failed = List.of();

    /** Numbers of records, cells for each. */
    public List<String> sizes = List.of("1000000");

    /** Of operations at planned times, cells for each; none for a closed loop. */
    public List<String> rates = List.of();

    public Map<String, String> options = Map.of("time", "1000ms");
    public Map<String, Object> machine = Map.of("jvm", Map.of("version", "17.0.1"));
    public String version = "1.0";

    /** The run, as if it had been read. */
    public Results results() {
        Random random = new Random(seed);
        List<CellEntry> cells = new ArrayList<>();
        List<Measurement> measurements = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (Workload workload : workloads) {
                for (String engine : engines) {
                    for (Map<String, String> parameters : parameters(engine)) {
                        CellEntry cell = cell(engine, workload, parameters, repetition);
                        cells.add(cell);
                        if (cell.state() == State.DONE) {
                            measurements.add(measurement(cell, random));
                        }
                    }
                }
            }
        }
        List<EngineEntry> entries = engines.stream()
                .map(engine -> new EngineEntry(engine, version, "Apache-2.0", "none", Map.of(), Map.of()))
                .toList();
        RunFile run = new RunFile("quick", null, "2026-11-21T08:00:00Z", "0.1.0", options, entries, cells);
        JsonNode tree = Json.MAPPER.valueToTree(machine);
        return new Results(name, run, tree, measurements, Map.of());
    }

    private List<Map<String, String>> parameters(String engine) {
        List<Map<String, String>> all = new ArrayList<>();
        for (String entries : sizes) {
            if (rates.isEmpty()) {
                all.add(Map.of("engine", engine, "entries", entries));
            }
            rates.forEach(rate -> all.add(Map.of("engine", engine, "entries", entries, "rate", rate)));
        }
        return all;
    }

    private CellEntry cell(String engine, Workload workload, Map<String, String> parameters, int repetition) {
        String id = engine.replaceAll("[^a-z]", "_") + "-" + workload + "-" + parameters.get("entries")
                + parameters.getOrDefault("rate", "") + "-r" + repetition;
        State state = failed.contains(engine) ? State.FAILED : State.DONE;
        return new CellEntry(id, engine, workload, 1, repetition, parameters, state, null);
    }

    private Measurement measurement(CellEntry cell, Random random) {
        return new Measurement(
                cell.id(),
                cell.engine(),
                cell.workload(),
                1,
                cell.repetition(),
                cell.parameters(),
                steps(cell.workload(), cell.repetition(), random));
    }

    private List<Step> steps(Workload workload, int repetition, Random random) {
        double level = 500_000 * speed * Math.exp(BETWEEN * random.nextGaussian());
        List<Step> steps = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            double rate = level / (1 + (double) step / (STEPS - 1)) * Math.exp(WITHIN * random.nextGaussian());
            Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
            metrics.put(Metric.keyRange, step + 1.0);
            metrics.put(Metric.operations, rate);
            metrics.put(Metric.ioReadBytes, 0.0);
            metrics.put(Metric.ioWriteBytes, workload.writes() ? 100 * rate : 0);
            for (Metric canary : List.of(Metric.canaryCompute, Metric.canaryMemory, Metric.canaryDisk)) {
                double nanos = canaries.getOrDefault(canary, 1000.0) * (1 + unsteady * (step - 2));
                if (nanos > 0) {
                    metrics.put(canary, nanos);
                }
            }
            steps.add(new Step(repetition == 1 && step == unmeasured ? Double.NaN : rate, metrics));
        }
        return steps;
    }

    /** Writes what {@code report} and {@code compare} read, as {@code charts/} has it. */
    public Path write(Path folder) throws IOException {
        Results run = results();
        Files.createDirectories(folder);
        Json.MAPPER.writeValue(folder.resolve("run.json").toFile(), run.run());
        Json.MAPPER.writeValue(folder.resolve("machine.json").toFile(), run.machine());
        ResultsCsv.write(folder.resolve(Results.TABLE), List.of(run));
        return folder;
    }
}
