package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import storemark.results.Metric;
import storemark.results.RunFolder;
import storemark.text.Amount;

/** The memory that a run had, and where its data exceed it. */
final class Memory {
    /** Data of up to this share of memory are in memory, with room for what else lives there. */
    static final double IN_MEMORY = 0.75;
    /** Data from this multiple of memory on are past memory: most reads go to the device. */
    static final double PAST_MEMORY = 1.5;

    private Memory() {}

    /** The budget of the run ({@code --memory}), else all memory of its machine, in bytes; else {@link Double#NaN}. */
    static double budget(RunFolder run) throws IOException {
        Map<String, String> options = Objects.requireNonNullElse(run.run().options(), Map.of());
        String option = options.getOrDefault("memory", options.get("--memory"));
        if (option != null) {
            return (double) Amount.bytes(option);
        }
        JsonNode total = run.machine().at("/memory/totalBytes");
        return total.isNumber() ? total.doubleValue() : Double.NaN;
    }

    /**
     * Where the data of {@code series} exceed their budgets, on an x axis up to {@code last}.
     *
     * @return null when none does
     */
    static Chart.Memory region(List<Series> series, Metric axis, double last) {
        List<Series> stored = series.stream()
                .filter(one -> !Double.isNaN(one.dataBytes(last, axis)) && !Double.isNaN(one.budget()))
                .toList();
        OptionalDouble from = stored.stream()
                .mapToDouble(one -> crossing(one, axis, last))
                .filter(x -> x < last)
                .min();
        if (from.isEmpty()) {
            return null;
        }
        double all = stored.stream()
                .mapToDouble(one -> crossing(one, axis, last))
                .max()
                .orElseThrow();
        boolean near = all < from.getAsDouble() * 1.02;
        boolean same = stored.stream().mapToDouble(Series::budget).distinct().count() == 1;
        String size = same ? " " + Quantity.BYTES.format(stored.get(0).budget()) : "";
        return new Chart.Memory(from.getAsDouble(), near || all >= last ? null : all, "data exceed" + size + " memory");
    }

    /** By bisection, because the size of the data grows with x. */
    private static double crossing(Series series, Metric axis, double last) {
        if (series.dataBytes(last, axis) <= series.budget()) {
            return Double.POSITIVE_INFINITY;
        }
        double low = 0;
        double high = last;
        for (int halving = 0; halving < 40; halving++) {
            double middle = (low + high) / 2;
            if (series.dataBytes(middle, axis) > series.budget()) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
