package storemark.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import storemark.results.Measurement;
import storemark.results.Metric;
import storemark.text.SizeRange;

/** What a store takes on disk with most records in it, in bytes, and beside the bytes of its keys and values. */
final class DiskUse {
    /** The sizes of random lengths may add up to a little less than their mean. */
    private static final double SURELY = 0.97;

    /** Values of the parameter compressibility. */
    private static final Set<String> NOT_AT_ALL = Set.of("0", "0.0");

    private DiskUse() {}

    /**
     * After inserts that is what it takes once it has settled: before, some hold records in memory that are in no file yet, others
     * files that are garbage.
     */
    static double bytes(Measurement repetition) {
        double settled = repetition.last(Metric.settledDiskBytes);
        return repetition.workload().grows() && !Double.isNaN(settled) ? settled : unsettledBytes(repetition);
    }

    /** Before it settles: with its logs and what is not compacted yet. */
    static double unsettledBytes(Measurement repetition) {
        return repetition.largest(Metric.entries).metric(Metric.diskBytes);
    }

    /** Bytes of keys and values for each byte on disk: 1 without any overhead, more with compression. */
    static double efficiency(Measurement repetition) {
        return raw(repetition) / bytes(repetition);
    }

    /** Bytes on disk for each byte of keys and values; {@link Double#NaN} where their sizes are not known. */
    static double amplification(Measurement repetition) {
        return bytes(repetition) / raw(repetition);
    }

    /**
     * Engines whose stores take less than their values alone, though these do not compress: in words, empty for none. They hold
     * records elsewhere, or make values again.
     */
    static String impossible(List<Group> groups) {
        Stream<String> names = groups.stream()
                .filter(group -> group.workload().grows() || !group.workload().writes())
                .flatMap(group -> group.measured().stream())
                .filter(series ->
                        !series.control() && series.repetitions().stream().anyMatch(DiskUse::isImpossible))
                .map(Series::name);
        return Words.listed("impossible disk use: less than the values alone, which do not compress: ", names);
    }

    private static boolean isImpossible(Measurement repetition) {
        double values = repetition.highest(Metric.entries)
                * bytes(repetition.parameters().get("valueBytes"));
        String compressibility = repetition.parameters().getOrDefault("compressibility", "1");
        return NOT_AT_ALL.contains(compressibility) && bytes(repetition) < SURELY * values;
    }

    private static double raw(Measurement repetition) {
        return repetition.highest(Metric.entries) * recordBytes(repetition.parameters());
    }

    /** Bytes of a key and a value at the mean of its sizes; {@link Double#NaN} where these are not known. */
    static double recordBytes(Map<String, String> parameters) {
        return bytes(parameters.get("keyBytes")) + bytes(parameters.get("valueBytes"));
    }

    /** The mean of a size or a range of them. */
    private static double bytes(String sizes) {
        if (sizes == null) {
            return Double.NaN;
        }
        SizeRange range = SizeRange.parse(sizes);
        return (range.least() + (double) range.most()) / 2;
    }
}
