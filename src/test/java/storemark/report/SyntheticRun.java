package storemark.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;
import storemark.results.Json;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFile.State;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.workload.Workload;

/** A run that never ran: cells in JMH's schema with rates that fall as the key range grows, the same each time. */
final class SyntheticRun {
    static final long MEMORY = 64L << 20;
    /** Resident memory of the control; each next engine keeps {@link #KEPT} more. In the first step it is twice as high. */
    static final double PEAK = 500;

    static final double KEPT = 100;
    private static final double BYTES_A_RECORD = 120;
    /** What settling makes of a store's size. */
    private static final double SETTLED = 1.25;

    List<String> engines = List.of("lmdb", "tupl", "rocksdb:tuned", "null");
    List<Workload> workloads = List.of(Workload.values());
    /** One operation in so many is timed; 1 is not said. */
    int sample = 1;

    List<Integer> threads = List.of(1, 2);
    int steps = 5;
    int repetitions = 1;
    /** How often update and mix go over the same store. */
    int passes = 1;
    /** Standard deviation of each step's rate, as a share. */
    double noise = 0.04;
    /** What all rates are multiplied by. */
    double speed = 1;

    /** 1 where stores settle after writes, 0 where that timed out. */
    int settleEnded = 1;

    double prescanShare = 1;
    /** Whether all cells of a repetition took turns; else each increment was measured by itself. */
    boolean inTurns = true;
    /** A number for each repetition's comparison. */
    ToDoubleFunction<CellEntry> comparison = CellEntry::repetition;
    /** Increments in which the machine was not as usual. */
    BiPredicate<CellEntry, Integer> disturbed = (cell, step) -> false;
    /** The engine through which comparisons of a repetition are compared; null where they are not. */
    String common;
    /** Increments beside which that engine was disturbed, in comparisons that it is not a part of. */
    BiPredicate<CellEntry, Integer> commonDisturbed = (cell, step) -> false;
    /** What the rate of an engine is multiplied by in a repetition and a step. */
    Weather weather = (cell, step) -> 1;
    /** What that of the common engine beside the cell is multiplied by, where it is measured once more. */
    Weather commonWeather = (cell, step) -> weather.of(cell, step);

    interface Weather {
        double of(CellEntry cell, int step);
    }

    String suite = "quick";
    /** The published comparison that the suite declares; null for none. */
    String reproduces;

    long entries = 1_000_000;
    /** The budget, in bytes; 0 for none. */
    long memory = MEMORY;
    /** Stores of several sizes, in place of one of {@link #entries}. */
    List<Long> sizes = List.of();

    List<String> valueBytes = List.of("100");
    /** Parameters that every cell has besides. */
    Map<String, String> more = Map.of();
    /** What libraries state, by engine; some number for the others. */
    Map<String, String> versions = Map.of();

    Map<String, Map<String, String>> remarks = Map.of();

    Map<String, String> options = new LinkedHashMap<>(Map.of("durability", "none"));
    Map<String, Object> machine = Map.of(
            "cpu", Map.of("model", "Example 9000", "logicalCores", 2),
            "memory", Map.of("totalBytes", 25_769_803_776L, "unknown", List.of("swapUsedBytes")));
    /** From which step on an engine reads the disk, a page for each operation; the others hardly do. */
    Map<String, Integer> readsDiskFrom = Map.of();
    /** The first repetition that does. */
    int readsDiskSince = 1;
    /** Metrics that no step could read. */
    List<Metric> unread = List.of();
    /** Cells, by the start of their id, that ended in this state. */
    Map<String, State> states = Map.of();

    /** Takes cells of these workloads alone, of one thread. */
    void only(Workload... some) {
        workloads = List.of(some);
        threads = List.of(1);
    }

    Results write(Path folder) throws IOException {
        List<CellEntry> cells = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (Workload workload : workloads) {
                for (int count : threads) {
                    for (String engine : engines) {
                        for (int pass = 1; pass <= (workload.hasPasses() ? passes : 1); pass++) {
                            CellEntry one = cell(engine, workload, count, pass, repetition);
                            ofSizes(one).forEach(cell -> cells.add(inItsState(cell)));
                        }
                    }
                }
            }
        }
        List<EngineEntry> entriesOfEngines = engines.stream()
                .map(engine -> new EngineEntry(
                        engine,
                        versions.getOrDefault(engine, "1." + engine.length()),
                        "Apache-2.0",
                        "log without sync",
                        Map.of("cache", "1 GiB"),
                        remarks.getOrDefault(engine, Map.of())))
                .toList();
        RunFile file =
                new RunFile(suite, reproduces, "2026-11-21T08:00:00Z", "0.1.0", options, entriesOfEngines, cells);
        RunFolder.create(folder, file, machine, new RunPlan(suite, List.of(), Map.of()));
        for (CellEntry cell : cells) {
            if (cell.state() == State.DONE) {
                Path result = folder.resolve("cells").resolve(cell.id() + ".json");
                Json.MAPPER.writeValue(result.toFile(), result(cell));
            }
        }
        return Results.read(folder);
    }

    private List<CellEntry> ofSizes(CellEntry cell) {
        List<CellEntry> cells = new ArrayList<>();
        for (String bytes : valueBytes) {
            for (long size : sizes.isEmpty() ? List.of(entries) : sizes) {
                Map<String, String> parameters = new LinkedHashMap<>(cell.parameters());
                parameters.put("entries", String.valueOf(size));
                parameters.put("step", String.valueOf(size / steps));
                parameters.put("valueBytes", bytes);
                if (sample > 1) {
                    parameters.put("sample", String.valueOf(sample));
                }
                String id = cell.id() + (sizes.isEmpty() ? "" : "-" + bytes + "-" + size);
                cells.add(new CellEntry(
                        id,
                        cell.engine(),
                        cell.workload(),
                        cell.threads(),
                        cell.repetition(),
                        parameters,
                        cell.state(),
                        null));
            }
        }
        return cells;
    }

    private static long entries(CellEntry cell) {
        return Long.parseLong(cell.parameters().get("entries"));
    }

    private CellEntry inItsState(CellEntry cell) {
        State state = states.entrySet().stream()
                .filter(entry -> cell.id().startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(State.DONE);
        boolean ended = state != State.DONE && state != State.PENDING;
        return cell.with(state, ended ? "the store said <no> & \"never\"" : null);
    }

    private CellEntry cell(String engine, Workload workload, int count, int pass, int repetition) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("engine", engine);
        parameters.put("entries", String.valueOf(entries));
        parameters.put("step", String.valueOf(entries / steps));
        parameters.put("keyBytes", "8");
        parameters.put("valueBytes", "100");
        parameters.put("durability", "none");
        parameters.put("memory", memory == 0 ? "none" : String.valueOf(memory));
        parameters.putAll(more);
        if (workload.writes()) {
            parameters.put("batch", "1000");
        }
        if (workload.countsOperations()) {
            parameters.put("order", "shuffled");
        }
        if (workload.hasPasses()) {
            parameters.put("pass", String.valueOf(pass));
        }
        String id = engine.replaceAll("[^A-Za-z0-9.-]", "_") + "-" + workload + "-t" + count + "-p" + pass + "-r"
                + repetition;
        return new CellEntry(id, engine, workload, count, repetition, parameters, State.PENDING, null);
    }

    private ArrayNode result(CellEntry cell) {
        boolean fixedWork = cell.workload().countsOperations();
        ObjectNode result = Json.MAPPER.createObjectNode();
        result.put("benchmark", "storemark.jmh.Example." + cell.workload());
        result.put("mode", fixedWork ? "ss" : "thrpt")
                .put("threads", cell.threads())
                .put("forks", 1);
        ObjectNode parameters = result.putObject("params");
        cell.parameters().forEach(parameters::put);
        ObjectNode primary = result.putObject("primaryMetric");
        primary.put("score", 1.0).put("scoreError", "NaN").put("scoreUnit", fixedWork ? "s/op" : "ops/s");
        ArrayNode scores = primary.putArray("rawData").addArray();
        ObjectNode secondary = result.putObject("secondaryMetrics");
        Map<Metric, ArrayNode> rows = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            ObjectNode node = secondary.putObject(metric.name());
            node.put("scoreUnit", metric.unit());
            rows.put(metric, node.putArray("rawData").addArray());
        }
        Random random = new Random(cell.id().hashCode());
        for (int step = 1; step <= steps; step++) {
            double rate = speed * weather.of(cell, step) * rate(cell, step, random);
            scores.add(fixedWork ? (double) entries(cell) / steps / rate : rate);
            for (Metric metric : Metric.values()) {
                double value = unread.contains(metric) ? -1 : metric(metric, cell, step, rate);
                rows.get(metric).add(value);
            }
        }
        return Json.MAPPER.createArrayNode().add(result);
    }

    private double rate(CellEntry cell, int step, Random random) {
        int place = engines.indexOf(cell.engine());
        double best = switch (cell.workload()) {
            case SCAN, MIX -> 170_000;
            case INSERT, REMOVE, UPDATE -> 400_000;
            case FORWARD, REVERSE -> 9_000_000;
            default -> 900_000;
        };
        double engine = cell.engine().equals("null") ? 60 : 1 / (1 + 0.55 * place);
        double range = (double) step / steps;
        double pastMemory = Math.max(1, BYTES_A_RECORD * range * entries(cell) * (1 + 0.1 * place) / MEMORY);
        double slower = cell.engine().equals("null") ? 1 : Math.pow(range, -0.15) / Math.pow(pastMemory, 2.5);
        return best * engine * slower * Math.pow(cell.threads(), 0.85) * (1 + noise * random.nextGaussian());
    }

    private double turn(CellEntry cell, int step) {
        return (step * threads.size() + threads.indexOf(cell.threads())) * engines.size()
                + engines.indexOf(cell.engine());
    }

    private CellEntry common(CellEntry cell) {
        return cell(common, cell.workload(), cell.threads(), 1, cell.repetition());
    }

    private boolean isBesideCommon(CellEntry cell) {
        return comparison.applyAsDouble(cell) == comparison.applyAsDouble(common(cell));
    }

    /** What the common engine does, in its own comparison or once more in that of the cell. */
    private double commonRate(CellEntry cell, int step) {
        CellEntry own = common(cell);
        boolean once = isBesideCommon(cell);
        Random random = new Random(once ? own.id().hashCode() : Double.hashCode(comparison.applyAsDouble(cell)));
        double rate = 0;
        for (int at = 1; at <= step; at++) {
            rate = rate(own, at, random);
        }
        return speed * (once ? weather.of(own, step) : commonWeather.of(cell, step)) * rate;
    }

    private boolean isCommonDisturbed(CellEntry cell, int step) {
        return isBesideCommon(cell) ? disturbed.test(common(cell), step) : commonDisturbed.test(cell, step);
    }

    private double metric(Metric metric, CellEntry cell, int step, double rate) {
        boolean nothing = cell.engine().equals("null");
        long all = entries(cell);
        long range = all * step / steps;
        long left = cell.workload() == Workload.REMOVE ? all - range : range;
        long records = cell.workload() == Workload.INSERT || cell.workload() == Workload.REMOVE ? left : all;
        double perRecord = BYTES_A_RECORD * (1 + 0.1 * engines.indexOf(cell.engine()));
        return switch (metric) {
            case keyRange -> left;
            case entries -> records;
            case operations -> Math.rint(rate * 2);
            case wallRate -> rate;
            case ioReadBytes ->
                cell.repetition() < readsDiskSince
                                || step < readsDiskFrom.getOrDefault(cell.engine(), Integer.MAX_VALUE)
                        ? 1000
                        : 4096 * Math.rint(rate * 2);
            case diskBytes -> nothing ? 0 : Math.rint(perRecord * (cell.workload() == Workload.REMOVE ? all : records));
            case rssPeakBytes -> PEAK * (step == 1 ? 2 : 1) + (nothing ? 0 : KEPT * engines.indexOf(cell.engine()));
            case hotShare -> 0.66;
            case prescanShare -> cell.workload().countsOperations() ? -1 : prescanShare;
            case latencyP50 -> 0.8e9 / rate;
            case latencyP90 -> 1.6e9 / rate;
            case latencyP99 -> 5e9 / rate;
            case latencyP999 -> 4e10 / rate;
            case latencyP9999 -> 6e11 / rate;
            case latencyMax -> 4e12 / rate;
            case settleNanos, settleWriteBytes -> cell.workload().writes() && step == steps ? 2e9 : -1;
            case comparison -> inTurns ? comparison.applyAsDouble(cell) : turn(cell, step);
            case turn -> turn(cell, step);
            case canaryMemory -> disturbed.test(cell, step) ? 1500 : 1000;
            case disturbed -> disturbed.test(cell, step) ? 1 : 0;
            case commonRate -> common == null ? -1 : commonRate(cell, step);
            case commonDisturbed -> common == null ? -1 : isCommonDisturbed(cell, step) ? 1 : 0;
            case commonComparison -> common == null ? -1 : comparison.applyAsDouble(common(cell));
            case heapUsedAfterGcBytes -> step == steps ? 1000 : -1;
            case settledDiskBytes ->
                cell.workload().writes() && step == steps ? Math.rint(perRecord * records * SETTLED) : -1;
            case settleEnded -> cell.workload().writes() && step == steps ? settleEnded : -1;
            default -> 1000;
        };
    }

    /** The one of {@code charts} with this id. */
    static Chart chart(String id, List<Chart> charts) {
        return charts.stream()
                .filter(chart -> chart.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no chart " + id));
    }
}
