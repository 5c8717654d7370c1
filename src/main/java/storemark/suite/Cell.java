package storemark.suite;

import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.MAX_BYTES;
import static storemark.parameter.Parameters.REPETITIONS;
import static storemark.parameter.Parameters.STEP;
import static storemark.parameter.Parameters.TIME;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import storemark.engine.EngineSpec;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
import storemark.parameter.Rate;
import storemark.parameter.Values;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.text.Amount;
import storemark.workload.Workload;

/**
 * One JMH trial: an engine specification, a workload, a thread count, and the values of all other parameters.
 *
 * @param pass 1 for the first time that this workload goes over its store, 2 for the second, ...
 * @param repetition 1 for the first time that this cell is measured, 2 for the second, ...
 * @param parameters those that JMH is given, by name
 * @param id unique among the cells of a run, and safe as a file name: what a person looks for, and a hash of the rest
 */
public record Cell(
        EngineSpec engine,
        Workload workload,
        int threads,
        int pass,
        int repetition,
        Values values,
        Map<String, String> parameters,
        String id) {
    /** The cell of these, with what follows from them. */
    public static Cell of(EngineSpec engine, Workload workload, int threads, int pass, int repetition, Values values) {
        Map<String, String> all = values.forJmh(workload);
        all.put(Parameters.ENGINES.jmhName(), engine.toString());
        if (workload.hasPasses()) {
            all.put("pass", String.valueOf(pass));
        }
        String name = engine.toString().replaceAll("[^A-Za-z0-9.-]", "_") + "-" + workload.label();
        int rest = (all + "/" + values.get(TIME) + "/" + values.get(Parameters.WARM_UP)).hashCode();
        String id = String.format(Locale.ROOT, "%s-t%d-p%d-r%d-%08x", name, threads, pass, repetition, rest);
        return new Cell(engine, workload, threads, pass, repetition, values, Collections.unmodifiableMap(all), id);
    }

    public <T> T get(Parameter<T> parameter) {
        return values.get(parameter);
    }

    /** This cell with the cache that its engine gets. */
    public Cell withCache(long bytes) {
        return of(engine, workload, threads, pass, repetition, values.with(Parameters.CACHE, bytes));
    }

    /** Threads that work on the store: those that are counted in its results, and writers beside them. */
    public int allThreads() {
        return threads + (workload.hasWriters() ? get(Parameters.WRITERS) : 0);
    }

    /** This cell measured another time. */
    public Cell withRepetition(int number) {
        return of(engine, workload, threads, pass, number, values);
    }

    /** How its operations are sent. */
    public Rate rate() {
        return workload.canBePlanned() ? get(Parameters.RATE).get(0) : Rate.MAX;
    }

    /** The cell whose rates a share is of. */
    public Cell atFullSpeed() {
        return of(engine, workload, threads, pass, repetition, values.with(Parameters.RATE, List.of(Rate.MAX)));
    }

    /** The full name of the benchmark method. */
    public String benchmark() {
        return rate().isPlanned() ? workload.plannedBenchmark() : workload.benchmark();
    }

    /**
     * Measured iterations: as many as there are increments in the entries, the last one shorter where they do not divide, or as
     * rates are tried.
     */
    public int iterations() {
        if (rate().kind() == Rate.Kind.LIMIT) {
            return Rate.TRIES;
        }
        long left = workload.countsOperations() ? 0 : get(STEP) - 1;
        return Math.toIntExact((get(ENTRIES) + left) / get(STEP));
    }

    /** Operations of one thread in one iteration of a workload that counts them. */
    public int operationsPerThread() {
        return Math.toIntExact(Math.max(1, get(STEP) / threads));
    }

    /** Whether the store ends with more records than its dataset has. */
    public boolean grows() {
        return workload == Workload.MIX && get(Parameters.MIX).inserts();
    }

    /** Whether some of its operations are scans, which not every engine has. */
    public boolean scans() {
        return workload.readsInOrder() || Parameters.SCAN_LENGTH.isGivenTo(workload, values);
    }

    /** Why the cell is not to be measured although it could be: it has more data than the suite's limit. */
    public Optional<String> leftOut() {
        double bytes = values.rawBytes();
        return bytes <= get(MAX_BYTES)
                ? Optional.empty()
                : Optional.of(Amount.ofBytes(bytes) + " of keys and values are past the suite's limit of "
                        + Amount.ofBytes(get(MAX_BYTES)));
    }

    /** The cell as a run's file lists it, before it has run. */
    public CellEntry entry() {
        return new CellEntry(id, engine.toString(), workload, threads, repetition, parameters, State.PENDING, null);
    }

    /** One line for people: {@code lmdb read, 2 threads}. */
    @Override
    public String toString() {
        return engine + " " + workload.label() + (pass > 1 ? " pass " + pass : "")
                + (threads == 1 ? ", 1 thread" : ", " + threads + " threads")
                + (get(REPETITIONS) > 1 ? ", repetition " + repetition : "");
    }
}
