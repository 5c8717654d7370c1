package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.text.Amount;

/** The memory that a run had, and where its data exceed it. */
final class Memory {
    /** Data of up to this share of memory are in memory, with room for what else lives there. */
    static final double IN_MEMORY = 0.75;
    /** Data from this multiple of memory on are past memory: most reads go to the device. */
    static final double PAST_MEMORY = 1.5;

    /** What stands for no budget. */
    static final String UNLIMITED = "none";

    private Memory() {}

    /** Whether the cell with these parameters was given a budget ({@code --memory}). */
    static boolean isGiven(Map<String, String> parameters) {
        return !parameters.getOrDefault("memory", UNLIMITED).equals(UNLIMITED);
    }

    /** The budget of the cell with these parameters, in bytes; {@code all} when it was given none. */
    static double budget(Map<String, String> parameters, double all) {
        return isGiven(parameters) ? Amount.bytes(parameters.get("memory")) : all;
    }

    /** All memory of the machine of {@code run}, in bytes; {@link Double#NaN} when it is not known. */
    static double all(Results run) {
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
                .filter(one ->
                        !Double.isNaN(one.budget()) && !DataSize.of(one, axis).isEmpty())
                .toList();
        DoubleSummaryStatistics crossings = stored.stream()
                .mapToDouble(one -> DataSize.of(one, axis).crossing(one.budget(), last))
                .summaryStatistics();
        if (!(crossings.getMin() < last)) {
            return null;
        }
        boolean together = crossings.getMax() < crossings.getMin() * 1.02;
        boolean some = crossings.getMax() >= last;
        boolean same = stored.stream().mapToDouble(Series::budget).distinct().count() == 1;
        String size = same ? " " + Quantity.BYTES.format(stored.get(0).budget()) : "";
        return new Chart.Memory(
                crossings.getMin(), together || some ? null : crossings.getMax(), "data exceed" + size + " memory");
    }
}
