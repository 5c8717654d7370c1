package storemark.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import storemark.dataset.DatasetSpec;
import storemark.engine.Records;
import storemark.suite.Cell;

/**
 * Loads a dataset in a process of its own, by the {@code load} command: the heap is what the engine needs, and an engine that
 * takes its process down does not take the run with it.
 */
final class Loading {
    private Loading() {}

    /**
     * Loads the dataset of {@code cell}.
     *
     * @param force whether to start over what an earlier load has left unfinished
     * @throws CellFailure when the process did not end well, with its last word
     */
    static void load(Cell cell, Workspace workspace, boolean force) throws CellFailure, InterruptedException {
        List<String> arguments = new ArrayList<>(arguments(workspace.spec(cell), cell, workspace.directory()));
        if (force) {
            arguments.add("--force");
        }
        long heap = workspace.engine(cell).heapBytes(workspace.storeSpec(cell));
        try {
            Process process = ChildJvm.builder(heap, arguments)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            StringBuilder errors = new StringBuilder();
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    errors.append(line).append('\n');
                }
            }
            int code = process.waitFor();
            if (code != 0) {
                String said = errors.toString();
                throw new CellFailure(
                        said.isBlank() ? "the load ended with exit code " + code : FailureReason.in(said), said);
            }
        } catch (IOException cannotStart) {
            throw new CellFailure("the load cannot start: " + cannotStart.getMessage(), "", cannotStart);
        }
    }

    private static List<String> arguments(DatasetSpec spec, Cell cell, Path directory) {
        Records records = spec.records();
        return List.of(
                "load",
                "--engines",
                spec.spec().toString(),
                "--entries",
                String.valueOf(spec.entries()),
                "--key-bytes",
                String.valueOf(records.keyBytes()),
                "--value-bytes",
                records.minValueBytes() + "-" + records.maxValueBytes(),
                "--compressibility",
                String.valueOf(records.compressibility()),
                "--seed",
                String.valueOf(records.seed()),
                "--cache",
                String.valueOf(cell.shape().cacheBytes()),
                "--dir",
                directory.toString());
    }
}
