package storemark.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import storemark.engine.Engine;
import storemark.suite.Cell;
import storemark.workload.Workload.Needs;

/** The disk that cells need beside what they find there, followed through their order: what is deleted makes room for the next. */
public final class DiskNeeds {
    private DiskNeeds() {}

    /**
     * A store that a cell uses.
     *
     * @param name of its folder, or any for one that nobody else uses
     * @param bytes what it may take beside what it takes already
     * @param stays whether it is still there when the run has ended
     */
    private record Used(String name, long bytes, boolean stays) {}

    /** Bytes that {@code cells} need on files, in this order, at the moment when they need most. */
    public static long peak(List<Cell> cells, Workspace workspace, RunOptions options) {
        List<List<Used>> uses = new ArrayList<>();
        Map<String, Integer> last = new HashMap<>();
        for (Cell cell : cells) {
            if (!cell.engine().onDevice() && workspace.whyNot(cell).isEmpty()) {
                List<Used> used = used(cell, workspace, options);
                used.forEach(store -> last.put(store.name(), uses.size()));
                uses.add(used);
            }
        }
        Map<String, Long> there = new LinkedHashMap<>();
        long peak = 0;
        for (int at = 0; at < uses.size(); at++) {
            for (Used store : uses.get(at)) {
                there.merge(store.name(), store.bytes(), Math::max);
            }
            peak = Math.max(
                    peak, there.values().stream().mapToLong(Long::longValue).sum());
            for (Used store : uses.get(at)) {
                if (!store.stays() && last.get(store.name()) == at) {
                    there.remove(store.name());
                }
            }
        }
        return peak;
    }

    /** Bytes that {@code cells} need on the device at the most, where there is one store at a time. */
    public static long onDevice(List<Cell> cells, Workspace workspace) {
        return cells.stream()
                .filter(workspace::usesDevice)
                .mapToLong(cell -> workspace.engine(cell).diskBytes(workspace.storeSpec(cell)))
                .max()
                .orElse(0);
    }

    private static List<Used> used(Cell cell, Workspace workspace, RunOptions options) {
        Engine engine = workspace.engine(cell);
        long written = engine.diskBytes(workspace.storeSpec(cell));
        if (cell.workload().needs() == Needs.NEW_STORE) {
            return List.of(new Used("insert " + cell.id(), written, false));
        }
        boolean writes = cell.workload().needs() == Needs.COPY;
        boolean inPlace = writes && workspace.inPlace(cell);
        long most = inPlace ? written : engine.loadedBytes(workspace.storeSpec(cell));
        long taken = workspace.bytesInPlace(cell);
        boolean stays = !options.dropDatasets() || taken > 0; // what somebody else has made is never deleted
        Used dataset = new Used(workspace.spec(cell).folderName(), Math.max(0, most - taken), stays);
        return writes && !inPlace
                ? List.of(dataset, new Used(workspace.copyName(cell), written, false))
                : List.of(dataset);
    }
}
