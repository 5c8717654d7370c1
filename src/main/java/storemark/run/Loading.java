package storemark.run;

import static storemark.parameter.Parameters.CACHE;
import static storemark.parameter.Parameters.ENGINES;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
import storemark.suite.Cell;

/**
 * Loads and verifies in processes of their own, by our commands of these names: the heap is what the engine needs, and an engine that
 * takes its process down does not take the run with it.
 */
final class Loading {
    private Loading() {}

    /**
     * Loads the dataset of {@code cell}, or goes on with a load that was interrupted.
     *
     * @throws CellFailure when the process failed, with its last message
     */
    static void load(Cell cell, Workspace workspace) throws CellFailure, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of("load", "--dir", workspace.directory().toString()));
        for (Parameter<?> parameter : Parameters.ofDatasets()) {
            String value = parameter == ENGINES
                    ? cell.engine().toString()
                    : cell.values().text(parameter);
            arguments.addAll(List.of("--" + parameter, value));
        }
        run("load", cell, workspace, arguments);
    }

    /**
     * Reads the whole of what {@code cell} is about to measure, or has written to.
     *
     * @param folder of the dataset or of its copy
     * @throws CellFailure when a record is not as it must be, or cannot be read
     */
    static void verify(Cell cell, Workspace workspace, Path folder) throws CellFailure, InterruptedException {
        String cache = String.valueOf(cell.get(CACHE));
        run("verification", cell, workspace, List.of("verify", "--folder", folder.toString(), "--cache", cache));
    }

    private static void run(String what, Cell cell, Workspace workspace, List<String> command)
            throws CellFailure, InterruptedException {
        List<String> arguments = new ArrayList<>(command);
        Path device = workspace.spec(cell).device();
        if (device != null) {
            arguments.addAll(List.of("--device", device.toString()));
        }
        long heap = workspace.store(cell).heapBytes();
        try {
            Process process = ChildJvm.builder(ForkFlags.measuring(heap), arguments)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            ProcessEnd end = ProcessEnd.of(process);
            if (end.exitCode() != 0) {
                boolean saidWhy = !said.isBlank() && !end.bySignal();
                throw new CellFailure(
                        saidWhy ? FailureReason.in(said) : "the process of the " + what + " " + end.inWords(), said);
            }
        } catch (IOException cannotStart) {
            throw new CellFailure("the " + what + " cannot start: " + cannotStart.getMessage(), "", cannotStart);
        }
    }
}
