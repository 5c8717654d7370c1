package storemark.workload;

import java.util.Locale;

/**
 * What is done to a store. Each is one benchmark method, which is named by text: nothing here may depend on JMH. What a constant
 * says of itself decides how it is measured, in which charts it is drawn, and what their captions say.
 */
public enum Workload {
    INSERT(
            "InsertBenchmark",
            Needs.NEW_STORE,
            Ids.EACH_ONCE,
            Timed.OPERATION,
            "puts of records that are not there yet"),
    READ("ReadBenchmark", Needs.DATASET, Ids.DRAWN, Timed.OPERATION, "gets of one random record of the key range"),
    SCAN(
            "ScanBenchmark",
            Needs.DATASET,
            Ids.DRAWN,
            Timed.OPERATION,
            "scans of scanLength records from a random one of the key range"),
    FORWARD(
            "SequentialBenchmark",
            Needs.DATASET,
            Ids.IN_ORDER,
            Timed.RUN,
            "reads of all records of the key range in order, counted in records"),
    REVERSE(
            "SequentialBenchmark",
            Needs.DATASET,
            Ids.IN_ORDER,
            Timed.RUN,
            "reads of all records of the key range backwards, counted in records"),
    UPDATE(
            "UpdateBenchmark",
            Needs.COPY,
            Ids.DRAWN,
            Timed.TRANSACTION,
            "overwrites of one random record of the key range"),
    MIX(
            "MixBenchmark",
            Needs.COPY,
            Ids.DRAWN,
            Timed.OPERATION,
            "operations of several kinds, each drawn by its share: scan90-update10"),
    REMOVE("RemoveBenchmark", Needs.COPY, Ids.EACH_ONCE, Timed.OPERATION, "removals of records until none is left");

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
    private final String meaning;

    Workload(String benchmark, Needs needs, Ids ids, Timed timed, String meaning) {
        this.benchmark = benchmark;
        this.needs = needs;
        this.ids = ids;
        this.timed = timed;
        this.meaning = meaning;
    }

    /** The name on the command line, in files and in charts. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return label();
    }

    /** The full name of the benchmark method. */
    public String benchmark() {
        return "storemark.jmh." + benchmark + "." + label();
    }

    public Needs needs() {
        return needs;
    }

    /** One line on what an operation is. */
    public String meaning() {
        return meaning;
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
        String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
        for (Workload workload : values()) {
            if (workload.label().equals(method)) {
                return workload;
            }
        }
        throw new IllegalArgumentException("no workload has the benchmark " + benchmark);
    }
}
