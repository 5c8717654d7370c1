package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.results.Json;
import storemark.suite.Cell;
import storemark.workload.Workload.Needs;

/**
 * The datasets that a run has made itself: those, and no others, it may delete. They are kept in a file of the run's folder, so that
 * a run that goes on knows them.
 */
final class OwnDatasets {
    private static final String FILE = "datasets.json";

    private final Workspace workspace;
    private final boolean drops;
    private final Path file;
    /** By the name of its folder when each was made, as its manifest says; null for one whose load has begun. */
    private final Map<String, String> made = new TreeMap<>();

    /**
     * @param run the run's folder; null for a run that has none yet, and so has made nothing
     * @param drops whether any is to be deleted; if not, none is kept account of
     */
    OwnDatasets(Workspace workspace, Path run, boolean drops) throws IOException {
        this.workspace = workspace;
        this.drops = drops;
        file = run == null ? null : run.resolve(FILE);
        if (file != null && Files.exists(file)) {
            Json.read(file, JsonNode.class)
                    .properties()
                    .forEach(one -> made.put(one.getKey(), one.getValue().textValue()));
        }
    }

    /** The dataset of {@code cell} is about to be loaded: it is this run's unless somebody else has begun or made it. */
    void loading(Cell cell) throws IOException {
        if (drops && (isOwn(cell) || !Files.exists(folder(cell), LinkOption.NOFOLLOW_LINKS))) {
            keep(cell, null);
        }
    }

    /** The dataset of {@code cell}, announced by {@link #loading}, is there. */
    void loaded(Cell cell) throws IOException {
        if (made.containsKey(name(cell))) {
            keep(cell, created(cell));
        }
    }

    /**
     * Deletes the dataset of {@code cell} if it is this run's and none of {@code toCome} needs it. One that is unfinished stays: its
     * load may go on with the run.
     *
     * @throws DatasetException when somebody uses it, or it cannot be deleted
     */
    void drop(Cell cell, List<Cell> toCome) throws DatasetException {
        if (!isOwn(cell) || created(cell) == null) {
            return;
        }
        String name = name(cell);
        boolean needed = toCome.stream()
                .anyMatch(other -> other.workload().needs() != Needs.NEW_STORE
                        && name(other).equals(name)
                        && workspace.skipReason(other).isEmpty());
        if (!needed) {
            workspace.datasets().remove(name);
        }
    }

    /** Whether what is in the place of the cell's dataset, finished or not, is this run's. */
    boolean isOwn(Cell cell) {
        return made.containsKey(name(cell)) && Objects.equals(made.get(name(cell)), created(cell));
    }

    private void keep(Cell cell, String when) throws IOException {
        made.put(name(cell), when);
        Json.write(file, made);
    }

    /** When the dataset that is there now was finished; null where there is none, or an unfinished one. */
    private String created(Cell cell) {
        try {
            return Dataset.manifestAt(folder(cell)).created();
        } catch (DatasetException none) {
            return null;
        }
    }

    private Path folder(Cell cell) {
        return workspace.directory().resolve(name(cell));
    }

    private String name(Cell cell) {
        return workspace.spec(cell).folderName();
    }
}
