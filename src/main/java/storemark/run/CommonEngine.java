package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import storemark.results.CommonRate;
import storemark.results.Metric;
import storemark.results.RunFile.State;
import storemark.results.RunFolder;
import storemark.suite.Cell;

/**
 * Which engine the parts of a comparison that does not fit at once are compared through: the first of the first part that was
 * measured. The results say which that was, so that a resumed run finds it again.
 *
 * @param plan all cells of the run; it may grow
 */
record CommonEngine(List<Cell> plan, RunFolder folder, Comparison comparison) {
    /** The cell of the common engine that {@code first} is compared through, measured in an earlier part; null where there is none. */
    Cell of(Cell first) throws IOException {
        for (Cell cell : plan) {
            if (folder.state(cell.id()) == State.DONE
                    && Comparison.areCompared(cell, first)
                    && comparison.canBeCommon(cell)
                    && CommonRate.isOf(folder.measurements(cell.id()).get(0))) {
                return cell;
            }
        }
        return null;
    }

    /**
     * Writes the rates of the common engine beside those of a part of a comparison; nothing if there is but one part.
     *
     * @param outcomes of all that took turns, those of the part's own cells in their order
     * @param toCome what is measured after it
     */
    void record(Comparison.Part part, Map<Cell, Turns.Outcome> outcomes, List<Cell> toCome) throws IOException {
        Cell common = part.common() != null ? part.common() : ofFirst(part, outcomes, toCome);
        JsonNode rates = outcomes.containsKey(common) ? outcomes.get(common).result() : null;
        if (rates == null) {
            return;
        }
        double number = part.common() == null
                ? CommonRate.comparison(rates)
                : folder.measurements(common.id()).get(0).last(Metric.commonComparison);
        outcomes.forEach((cell, outcome) -> {
            if (outcome.result() != null && Comparison.areCompared(cell, common)) {
                CommonRate.add(outcome.result(), rates, number);
            }
        });
    }

    /** Null where the part is all of its comparison, or not the first of it. */
    private Cell ofFirst(Comparison.Part part, Map<Cell, Turns.Outcome> outcomes, List<Cell> toCome)
            throws IOException {
        Cell first = part.cells().get(0);
        if (toCome.isEmpty() || !Comparison.areCompared(first, toCome.get(0)) || of(first) != null) {
            return null;
        }
        return part.cells().stream()
                .filter(cell -> comparison.canBeCommon(cell)
                        && Comparison.areCompared(cell, first)
                        && outcomes.containsKey(cell)
                        && outcomes.get(cell).result() != null)
                .findFirst()
                .orElse(null);
    }
}
