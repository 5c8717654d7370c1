package storemark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
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
     * @param there what it takes already
     * @param stays whether it is still there when the run has ended
     */
    record Used(String name, long bytes, long there, boolean stays) {}

    /**
     * Bytes that {@code cells} need on files, in this order, at the moment when they need most.
     *
     * @param run the folder of the run that is resumed, which may delete the datasets that it has made; null for a new run
     * @throws IOException when what that folder holds cannot be read
     */
    public static long peak(List<Cell> cells, Workspace workspace, Values options, Path run) throws IOException {
        OwnDatasets own = new OwnDatasets(workspace, run, options.get(Parameters.DROP_DATASETS));
        Comparison comparison = new Comparison(workspace, options);
        List<List<Used>> uses = new ArrayList<>();
        for (Comparison.Part part : comparison.parts(cells)) {
            List<Used> used = new ArrayList<>();
            Set<String> opened = new HashSet<>();
            for (Cell cell : part.all()) {
                if (!cell.engine().onDevice() && workspace.skipReason(cell).isEmpty()) {
                    used.addAll(used(cell, workspace, options, own));
                    if (cell.workload().needs() == Needs.DATASET
                            && !opened.add(used.get(used.size() - 1).name())) {
                        long copy = workspace.loadedBytes(cell);
                        used.add(new Used(workspace.copies().name(cell), copy, 0, false));
                    }
                }
            }
            uses.add(used);
        }
        return peak(uses);
    }

    /** The same for cells that use these stores; those that take turns use theirs at once. */
    static long peak(List<List<Used>> uses) {
        Map<String, Integer> last = new HashMap<>();
        for (int at = 0; at < uses.size(); at++) {
            for (Used store : uses.get(at)) {
                last.put(store.name(), at);
            }
        }
        Map<String, Long> there = new HashMap<>();
        long peak = 0;
        long needed = 0; // the sum of those, less what was there before and is deleted
        for (int at = 0; at < uses.size(); at++) {
            for (Used store : uses.get(at)) {
                needed -= there.getOrDefault(store.name(), 0L);
                needed += there.merge(store.name(), store.bytes(), Math::max);
            }
            peak = Math.max(peak, needed);
            for (Used store : uses.get(at)) {
                if (!store.stays() && last.get(store.name()) == at && there.containsKey(store.name())) {
                    needed -= there.remove(store.name()) + store.there();
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

    private static List<Used> used(Cell cell, Workspace workspace, Values options, OwnDatasets own) {
        long written = workspace.engine(cell).diskBytes(workspace.storeSpec(cell));
        if (cell.workload().needs() == Needs.NEW_STORE) {
            return List.of(new Used("insert " + cell.id(), written, 0, false));
        }
        boolean writes = cell.workload().needs() == Needs.COPY;
        boolean inPlace = writes && workspace.copies().inPlace(cell);
        long loaded = workspace.loadedBytes(cell);
        long most = inPlace ? Math.max(written, loaded) : loaded;
        long there = workspace.datasets().bytesInPlaceOf(workspace.spec(cell));
        long more = workspace.isLoaded(cell) && !inPlace ? 0 : Math.max(0, most - there);
        boolean foreign = there > 0 && !own.isOwn(cell); // what somebody else has made is never deleted
        Used dataset = new Used(
                workspace.spec(cell).folderName(), more, there, !options.get(Parameters.DROP_DATASETS) || foreign);
        return writes && !inPlace
                ? List.of(dataset, new Used(workspace.copies().name(cell), written, 0, false))
                : List.of(dataset);
    }
}
