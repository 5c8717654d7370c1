package storemark.suite;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import storemark.engine.EngineSpec;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.text.Amount;
import storemark.workload.Workload;

/**
 * One JMH trial: an engine specification, a workload, a thread count, and the shape that they are taken from.
 *
 * @param pass 1 for the first time that this workload goes over its store, 2 for the second, ...
 * @param round 1 to {@link Shape#rounds}: the same cell is measured once a round
 */
public record Cell(EngineSpec engine, Workload workload, int threads, int pass, int round, Shape shape) {
    /** The parameters that JMH is given, by name. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("engine", engine.toString());
        parameters.put("entries", String.valueOf(shape.entries()));
        parameters.put("step", String.valueOf(shape.step()));
        parameters.put("keyBytes", String.valueOf(shape.records().keyBytes()));
        parameters.put("valueBytes", shape.valueBytes());
        parameters.put("compressibility", String.valueOf(shape.records().compressibility()));
        parameters.put("durability", shape.durability().label());
        parameters.put("cache", String.valueOf(shape.cacheBytes()));
        if (shape.memoryBytes() > 0) {
            parameters.put("memory", String.valueOf(shape.memoryBytes()));
        }
        if (shape.cold()) {
            parameters.put("cold", "true");
        }
        parameters.put("touch", shape.touch().name().toLowerCase(Locale.ROOT));
        parameters.put("sample", String.valueOf(shape.sample()));
        parameters.put("seed", String.valueOf(shape.records().seed()));
        if (workload.writes()) {
            parameters.put("batch", String.valueOf(shape.batch()));
        }
        if (workload.countsOperations()) {
            parameters.put("order", shape.order().label());
        }
        if (workload == Workload.SCAN
                || (workload == Workload.MIX && shape.mix().scans())) {
            parameters.put("scanLength", shape.scanLength().toString());
        }
        if (workload == Workload.MIX) {
            parameters.put("mix", shape.mix().toString());
        }
        if (workload.drawsIds()) {
            parameters.put("distribution", shape.distribution().label());
        }
        if (workload == Workload.MIX || workload == Workload.UPDATE) {
            parameters.put("pass", String.valueOf(pass));
        }
        return parameters;
    }

    /** This cell with the cache that its engine gets. */
    public Cell withCache(long bytes) {
        return new Cell(engine, workload, threads, pass, round, shape.withCache(bytes));
    }

    /** Unique among the cells of a run, and safe as a file name: what a person looks for, and a hash of the rest. */
    public String id() {
        String name = engine.toString().replaceAll("[^A-Za-z0-9.-]", "_");
        int hash = (parameters() + "/" + shape.stepMillis()).hashCode();
        return String.format(Locale.ROOT, "%s-%s-t%d-p%d-r%d-%08x", name, workload.label(), threads, pass, round, hash);
    }

    /** Measured iterations: as many as there are steps in the entries, the last one shorter where they do not divide. */
    public int iterations() {
        return workload.countsOperations()
                ? Math.toIntExact(shape.entries() / shape.step())
                : Math.toIntExact((shape.entries() + shape.step() - 1) / shape.step());
    }

    /** Operations of one thread in one iteration of a workload that counts them. */
    public int operationsPerThread() {
        return Math.toIntExact(Math.max(1, shape.step() / threads));
    }

    /** Why the cell is not to be measured although it could be: it has more data than the suite's limit. */
    public Optional<String> leftOut() {
        return shape.rawBytes() <= shape.maxBytes()
                ? Optional.empty()
                : Optional.of(Amount.ofBytes(shape.rawBytes()) + " of keys and values are past the suite's limit of "
                        + Amount.ofBytes(shape.maxBytes()));
    }

    /** The cell as a run's file lists it, before it has run. */
    public CellEntry entry() {
        return new CellEntry(id(), engine.toString(), workload, threads, round, parameters(), State.PENDING, null);
    }

    /** One line for people: {@code lmdb read, 2 threads}. */
    @Override
    public String toString() {
        return engine + " " + workload.label() + (pass > 1 ? " pass " + pass : "")
                + (threads == 1 ? ", 1 thread" : ", " + threads + " threads")
                + (shape.rounds() > 1 ? ", round " + round : "");
    }
}
