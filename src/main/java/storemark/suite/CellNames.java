package storemark.suite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import storemark.parameter.Parameters;
import storemark.text.ParameterText;
import storemark.workload.Workload;

/** What the cells of a run are called, so that a person can tell each from the others. Immutable. */
public final class CellNames {
    private final Map<Workload, Set<String>> telling = new HashMap<>();

    /** @param cells all of a run */
    public CellNames(List<Cell> cells) {
        Map<Workload, List<Cell>> workloads = cells.stream().collect(Collectors.groupingBy(Cell::workload));
        workloads.forEach((workload, all) -> {
            Set<String> names =
                    ParameterText.telling(all, cell -> List.of(cell.engine(), cell.threads()), Cell::parameters);
            names.remove("pass"); // is in each cell's own name
            telling.put(workload, names);
        });
    }

    /** {@code lmdb read, 2 threads}, and what else tells it from other cells: {@code , cache of 4 MiB}. */
    public String of(Cell cell) {
        Map<String, String> own = new TreeMap<>(cell.parameters());
        own.keySet().retainAll(telling.getOrDefault(cell.workload(), Set.of()));
        return own.isEmpty() ? cell.toString() : cell + ", " + Parameters.caption(own);
    }
}
