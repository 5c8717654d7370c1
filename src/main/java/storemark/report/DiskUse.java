package storemark.report;

import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/** What a store takes on disk with most records in it, in bytes, and beside the bytes of its keys and values. */
final class DiskUse {
    private DiskUse() {}

    /**
     * After inserts that is what it takes once it has settled: before, some hold records in memory that are in no file yet, others
     * files that are garbage.
     */
    static double bytes(Measurement round) {
        double settled = round.last(Metric.settledDiskBytes);
        return round.workload().grows() && !Double.isNaN(settled) ? settled : unsettledBytes(round);
    }

    /** Before it settles: with its logs and what is not compacted yet. */
    static double unsettledBytes(Measurement round) {
        return largest(round).metric(Metric.diskBytes);
    }

    /** Bytes of keys and values for each byte on disk: 1 without any overhead, more with compression. */
    static double efficiency(Measurement round) {
        return raw(round) / bytes(round);
    }

    /** Bytes on disk for each byte of keys and values. */
    static double amplification(Measurement round) {
        return bytes(round) / raw(round);
    }

    private static double raw(Measurement round) {
        double key = Words.bytes(round.parameters().get("keyBytes"));
        double value = Words.bytes(round.parameters().get("valueBytes"));
        return largest(round).metric(Metric.entries) * (key + value);
    }

    /** The step with most records: for inserts the end of the curve. */
    private static Step largest(Measurement round) {
        Step largest = round.steps().get(0);
        for (Step step : round.steps()) {
            if (step.metric(Metric.entries) >= largest.metric(Metric.entries)) {
                largest = step;
            }
        }
        return largest;
    }
}
