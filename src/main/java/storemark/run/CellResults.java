package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import storemark.parameter.Rate;
import storemark.results.Json;
import storemark.results.Measurement;
import storemark.results.Profile;
import storemark.results.RunFile.State;
import storemark.results.RunFolder;
import storemark.results.WholeFile;
import storemark.suite.Cell;

/** Writes each cell's results to the run's folder, without this machine's paths, and reports cells that were not measured. */
record CellResults(RunFolder folder, Publishable publishable, Console console, Schedule schedule) {
    Path file(Cell cell, String ending) {
        return folder.path().resolve("cells").resolve(cell.id() + ending);
    }

    /** Where the cell's fork is to write its latencies; kept once the cell has been measured whole. */
    Path histogram(Cell cell) {
        return file(cell, ".hlog.tmp");
    }

    /** Where a fork that profiles the cell is to write its flame graph, and the shares of time beside it. */
    Path flameGraph(Cell cell) {
        return file(cell, Profile.FLAME_GRAPH);
    }

    /** Keeps the profile of a cell, which its fork has left as stacks. */
    void keepProfile(Cell cell) throws IOException {
        Path stacks = Profile.stacks(flameGraph(cell));
        Json.write(Profile.beside(flameGraph(cell)), Profile.of(Files.readString(stacks)));
        Files.delete(stacks);
    }

    void keep(Cell cell, JsonNode result) throws IOException {
        Path written = histogram(cell);
        if (Files.exists(written)) {
            Files.move(written, file(cell, ".hlog"), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.deleteIfExists(log(cell)); // of an earlier failure
        Files.deleteIfExists(aside(cell)); // of a try that was killed
        folder.finish(cell.id(), publishable.of(result));
    }

    /**
     * The rates of the closed loop that the rate of {@code cell} is a share of, by increment; null where it is none.
     *
     * @throws CellFailure when they were not measured
     */
    List<Double> maxima(Cell cell) throws CellFailure, IOException {
        if (cell.rate().kind() != Rate.Kind.SHARE) {
            return null;
        }
        Cell closed = cell.atFullSpeed();
        if (folder.state(closed.id()) != State.DONE) {
            throw new CellFailure("its rate is a share of that of " + closed + ", which was not measured", "");
        }
        return folder.measurements(closed.id()).get(0).steps().stream()
                .map(Measurement.Step::rate)
                .toList();
    }

    /** Puts aside what the forks of a try have written, before they are started again. */
    void putAside(Iterable<Cell> cells) throws IOException {
        for (Cell cell : cells) {
            move(histogram(cell), aside(cell));
        }
    }

    private Path aside(Cell cell) {
        return file(cell, ".hlog.aside.tmp");
    }

    /**
     * Keeps the worse of two tries beside the cells' results.
     *
     * @param again whether the worse try is the second, so that the files put aside are the better's
     */
    void keepTry(Map<Cell, Turns.Outcome> worse, int number, boolean again) throws IOException {
        for (Map.Entry<Cell, Turns.Outcome> outcome : worse.entrySet()) {
            Cell cell = outcome.getKey();
            if (outcome.getValue().result() != null) {
                Json.write(
                        file(cell, ".try" + number + ".json"),
                        publishable.of(outcome.getValue().result()));
            }
            Path kept = file(cell, ".try" + number + ".hlog");
            if (again) {
                move(histogram(cell), kept);
                move(aside(cell), histogram(cell));
            } else {
                move(aside(cell), kept);
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Drops what a fork has left that was measured for its store only. */
    void forget(Cell cell) throws IOException {
        Files.deleteIfExists(histogram(cell));
    }

    private Path log(Cell cell) {
        return file(cell, ".log");
    }

    void leaveOut(Cell cell, String reason) throws IOException {
        State state = cell.leftOut().isPresent() ? State.LEFT_OUT : State.UNSUPPORTED;
        folder.mark(cell.id(), state, publishable.of(reason));
        console.line(schedule.label(cell) + "  " + reason);
    }

    /** Takes {@code log}, what the fork has printed, into a file of its own, unless it is empty. */
    void fail(Cell cell, String reason, String log) throws IOException {
        folder.mark(cell.id(), State.FAILED, publishable.of(reason));
        forget(cell);
        String where = "";
        if (!log.isBlank()) {
            Path file = log(cell);
            WholeFile.write(file, publishable.of(log).getBytes(StandardCharsets.UTF_8));
            where = " (more in " + file + ")";
        }
        console.line(schedule.label(cell) + "  FAILED: " + reason + where);
    }
}
