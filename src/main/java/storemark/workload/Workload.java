package storemark.workload;

import static storemark.workload.Workload.Ids.DRAWN;
import static storemark.workload.Workload.Ids.EACH_ONCE;
import static storemark.workload.Workload.Ids.IN_ORDER;
import static storemark.workload.Workload.Needs.COPY;
import static storemark.workload.Workload.Needs.DATASET;
import static storemark.workload.Workload.Needs.NEW_STORE;
import static storemark.workload.Workload.Timed.OPERATION;
import static storemark.workload.Workload.Timed.RUN;
import static storemark.workload.Workload.Timed.TRANSACTION;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * What is done to a store. Each is one benchmark method, which is named by text: nothing here may depend on JMH. What a constant
 * says of itself decides how it is measured, in which charts it is drawn, and what their captions say.
 */
public enum Workload {
    /** Puts of records that are not there yet. */
    INSERT("InsertBenchmark.insert", NEW_STORE, EACH_ONCE, OPERATION),
    /** Gets of one random record of the key range. */
    READ("ReadBenchmark.read", DATASET, DRAWN, OPERATION),
    /** Scans of {@code scanLength} records from a random one of the key range. */
    SCAN("ScanBenchmark.scan", DATASET, DRAWN, OPERATION),
    /** Reads of all records of the key range in order, counted in records. */
    FORWARD("SequentialBenchmark.forward", DATASET, IN_ORDER, RUN),
    /** The same backwards. */
    REVERSE("SequentialBenchmark.reverse", DATASET, IN_ORDER, RUN),
    /** Overwrites of one random record of the key range. */
    UPDATE("UpdateBenchmark.update", COPY, DRAWN, TRANSACTION),
    /** Operations of several kinds, each drawn by its share: {@code scan90-update10}. */
    MIX("MixBenchmark.mix", COPY, DRAWN, OPERATION),
    /** Gets of one random record of the key range, while other threads overwrite records. */
    READ_WHILE_WRITING("ReadWhileWritingBenchmark.readWhileWriting", COPY, DRAWN, OPERATION),
    /** Removals of records until none is left. */
    REMOVE("RemoveBenchmark.remove", COPY, EACH_ONCE, OPERATION);

    /** What a workload starts from. */
    public enum Needs {
        /** An empty store of its own. */
        NEW_STORE,
        /** A dataset, which it leaves as it was. */
        DATASET,
        /** A copy of a dataset, because it writes. */
        COPY
    }

    /** On which records the operations are. */
    public enum Ids {
        /** As a {@link Distribution} draws them. */
        DRAWN,
        /** One after the other, again and again. */
        IN_ORDER,
        /** Each once: so an iteration is a number of operations, and the set of keys changes with each. */
        EACH_ONCE
    }

    /** What is timed as one. */
    public enum Timed {
        OPERATION,
        /** As many operations as are in a batch. */
        TRANSACTION,
        /** {@link #RECORDS_IN_RUN} records. */
        RUN
    }

    /** Records that one call of a workload reads that {@link #readsInOrder}. */
    public static final int RECORDS_IN_RUN = 1000;

    private final String benchmark;
    private final Needs needs;
    private final Ids ids;
    private final Timed timed;

    Workload(String benchmark, Needs needs, Ids ids, Timed timed) {
        this.benchmark = benchmark;
        this.needs = needs;
        this.ids = ids;
        this.timed = timed;
    }

    /** The name on the command line, in files and in charts. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return label();
    }

    /** The full name of the benchmark method. */
    public String benchmark() {
        return "storemark.jmh." + benchmark;
    }

    private static String method(String benchmark) {
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    /** The full name of the method that does the same at planned times; of workloads that {@link #canBePlanned}. */
    public String plannedBenchmark() {
        return "storemark.jmh.PlannedBenchmark." + label();
    }

    public Needs needs() {
        return needs;
    }

    /** Whether an iteration is a fixed number of operations, each on a record of its own, and not a length of time. */
    public boolean countsOperations() {
        return ids == Ids.EACH_ONCE;
    }

    /** Whether the store has more records after each operation. */
    public boolean grows() {
        return countsOperations() && needs == Needs.NEW_STORE;
    }

    /** Whether the store has fewer records after each operation. */
    public boolean shrinks() {
        return countsOperations() && needs != Needs.NEW_STORE;
    }

    /** Whether it puts or deletes. */
    public boolean writes() {
        return needs != Needs.DATASET;
    }

    /** Whether it reads the records one after the other, and counts them and not its calls. */
    public boolean readsInOrder() {
        return ids == Ids.IN_ORDER;
    }

    /** What a time in the histogram of latencies is of. */
    public Timed timed() {
        return timed;
    }

    /** Whether ids are drawn, by a {@link Distribution}. */
    public boolean drawsIds() {
        return ids == Ids.DRAWN;
    }

    /** Whether some threads write beside those whose rate counts. */
    public boolean hasWriters() {
        return this == READ_WHILE_WRITING;
    }

    /** Whether its operations can be sent at planned times; those of writers beside it always can. */
    public boolean canBePlanned() {
        return drawsIds() && !hasWriters();
    }

    /** Whether it can go over the same store again. */
    public boolean hasPasses() {
        return needs == Needs.COPY && ids == Ids.DRAWN;
    }

    /**
     * The workload that a benchmark method is of, which is named like it.
     *
     * @param benchmark the full name of the method
     */
    public static Workload ofBenchmark(String benchmark) {
        String method = method(benchmark);
        return Stream.of(values())
                .filter(workload -> method(workload.benchmark).equals(method))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no workload has the benchmark " + benchmark));
    }
}
