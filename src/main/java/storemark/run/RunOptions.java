package storemark.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import storemark.suite.Cell;

/**
 * How a run goes about its cells. It is kept in the run's plan and stays the same when the run goes on: in place, the cells before
 * one decide what it finds, and the time-out is part of what a debt is measured by.
 *
 * @param inPlace whether workloads that write do so to the dataset itself, which is then given away
 * @param dropDatasets whether a dataset that the run has loaded is deleted when no cell to come needs it
 * @param verify whether each dataset is read whole before its first cell, and what update and mix have written to before their
 *     result counts
 * @param settle how long a store is waited for to settle after a cell that writes
 */
public record RunOptions(boolean inPlace, boolean dropDatasets, boolean verify, Duration settle) {
    /**
     * The order in which {@code cells} are measured: as given, or, where datasets are dropped, those of one dataset after those of the
     * other, so that there is one at a time.
     */
    public List<Cell> order(List<Cell> cells, Workspace workspace) {
        if (!dropDatasets) {
            return cells;
        }
        Map<String, List<Cell>> byDataset = new LinkedHashMap<>();
        for (Cell cell : cells) {
            byDataset
                    .computeIfAbsent(workspace.spec(cell).folderName(), name -> new ArrayList<>())
                    .add(cell);
        }
        return byDataset.values().stream().flatMap(List::stream).toList();
    }
}
