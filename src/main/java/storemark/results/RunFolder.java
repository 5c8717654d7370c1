package storemark.results;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;

/**
 * The folder of one run: {@code run.json}, {@code machine.json}, {@code cells/<id>.json} and what is drawn from them. A
 * cell's file is moved in whole when the cell has finished, so the files, and not {@code run.json}, say what is done. States
 * without a result are appended to {@code states.jsonl} until the run ends, so that keeping one costs the same however many
 * cells there are. Not thread-safe.
 */
public final class RunFolder {
    /** The list in {@code machine.json} of what was found before measuring that may spoil the results. */
    public static final String WARNINGS = "warnings";

    private static final String STATES = "states.jsonl";

    /** A line of {@link #STATES}. */
    private record Mark(String cell, State state, String reason) {}

    private final Path path;
    private final RunFile run;
    /** By id, in the order of the plan. */
    private final Map<String, CellEntry> cells = new LinkedHashMap<>();

    private RunFolder(Path path, RunFile run) {
        this.path = path;
        this.run = run;
        run.cells().forEach(cell -> cells.put(cell.id(), cell));
    }

    /**
     * Starts a folder.
     *
     * @throws IOException when {@code path} exists and is not an empty folder, or cannot be written
     */
    public static RunFolder create(Path path, RunFile run, Object machine, RunPlan plan) throws IOException {
        refuseUsed(path);
        Files.createDirectories(path);
        try {
            Files.createDirectory(path.resolve("cells"));
        } catch (FileAlreadyExistsException another) {
            throw new IOException(path + " is being made by another process: name another folder", another);
        }
        Json.write(path.resolve("machine.json"), machine);
        Json.write(path.resolve("plan.json"), plan);
        Json.write(path.resolve("run.json"), run);
        return new RunFolder(path, run);
    }

    /** Refuses a folder that holds anything, as {@link #create} does. */
    public static void refuseUsed(Path path) throws IOException {
        if (Files.exists(path.resolve("run.json"))) {
            throw new IOException(
                    path + " holds a run already: use run --resume " + path + " to continue, or name another folder");
        }
        refuseRemains(path);
        if (!isEmpty(path)) {
            throw new IOException(path + " is not empty: name another folder");
        }
    }

    /** Refuses the folder of a run that was killed while the folder was being made, or one that lost its run.json. */
    private static void refuseRemains(Path path) throws IOException {
        if (Files.exists(path.resolve("plan.json")) || hasCells(path)) {
            throw new IOException(path + " holds a run without its run.json, which can be neither resumed nor reported:"
                    + " delete " + path + " and start the run again");
        }
    }

    private static boolean isEmpty(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return true;
        }
        try (Stream<Path> content = Files.list(path)) {
            return content.findAny().isEmpty();
        }
    }

    /**
     * Opens a folder that {@link #create} made, and takes as done exactly the cells whose files are there and not empty.
     *
     * @throws IOException when it is no run's folder, or {@code run.json} is damaged
     */
    public static RunFolder open(Path path) throws IOException {
        RunFile run = readRun(path);
        if (!hasCells(path)) {
            throw new IOException(path + " holds no cells/: it can be reported, but not resumed");
        }
        if (Files.isSymbolicLink(path.resolve("cells"))) {
            throw new IOException(path.resolve("cells") + " is a symbolic link: put the folder in its place");
        }
        RunFolder folder = new RunFolder(path, run);
        folder.readStates();
        folder.cells.replaceAll((id, cell) -> {
            File file = cellFile(path, id).toFile();
            boolean finished = file.exists() && !(file.isFile() && file.length() == 0);
            boolean lost = !finished && cell.state() == State.DONE;
            return finished ? cell.with(State.DONE, null) : lost ? cell.with(State.PENDING, null) : cell;
        });
        return folder;
    }

    private void readStates() throws IOException {
        if (!Files.exists(path.resolve(STATES))) {
            return;
        }
        String lines = new String(WholeFile.read(path.resolve(STATES)), StandardCharsets.UTF_8);
        lines.lines()
                .flatMap(line -> mark(line).stream())
                .forEach(mark ->
                        cells.computeIfPresent(mark.cell(), (id, cell) -> cell.with(mark.state(), mark.reason())));
    }

    /** A line that was being written when the process was killed is as good as none: its cell is pending. */
    private static Optional<Mark> mark(String line) {
        try {
            return Optional.ofNullable(Json.MAPPER.readValue(line, Mark.class))
                    .filter(mark -> mark.cell() != null && mark.state() != null);
        } catch (JacksonException incomplete) {
            return Optional.empty();
        }
    }

    /** {@code run.json} as it was written. */
    public static RunFile readRun(Path path) throws IOException {
        if (!Files.isRegularFile(path.resolve("run.json"))) {
            refuseRemains(path);
            throw new IOException(path + " is not the folder of a run: it holds no run.json");
        }
        return Json.read(path.resolve("run.json"), RunFile.class);
    }

    /** Whether a folder has a place for its cells' JMH results: what is published of a run has not. */
    public static boolean hasCells(Path path) {
        return Files.isDirectory(path.resolve("cells"));
    }

    public Path path() {
        return path;
    }

    /** The plan and its state as of now. */
    public RunFile run() {
        return new RunFile(
                run.suite(),
                run.reproduces(),
                run.started(),
                run.harness(),
                run.options(),
                run.engines(),
                List.copyOf(cells.values()));
    }

    /** How far a cell of the plan has come. */
    public State state(String cell) {
        return entry(cell).state();
    }

    CellEntry entry(String cell) {
        return cells.get(cell);
    }

    /** What the forks of a finished cell have measured. */
    public List<Measurement> measurements(String cell) throws IOException {
        return JmhResult.read(path, cells.get(cell));
    }

    /** What was asked for when the run started. */
    public RunPlan plan() throws IOException {
        return Json.read(path.resolve("plan.json"), RunPlan.class);
    }

    /** {@code machine.json} as it was written. */
    public ObjectNode machine() throws IOException {
        return readMachine(path);
    }

    static ObjectNode readMachine(Path path) throws IOException {
        return Json.read(path.resolve("machine.json"), ObjectNode.class);
    }

    /** Adds to the warnings of what may spoil the results those of a start or a resumption; an empty list is recorded. */
    public void warn(List<String> warnings) throws IOException {
        ObjectNode machine = machine();
        Set<String> all = new LinkedHashSet<>();
        machine.path(WARNINGS).forEach(warning -> all.add(warning.asText()));
        all.addAll(warnings);
        all.forEach(machine.putArray(WARNINGS)::add);
        Json.write(path.resolve("machine.json"), machine);
    }

    /** Adds cells to the plan, behind those that it has. */
    public void extend(List<CellEntry> more) throws IOException {
        more.forEach(cell -> cells.put(cell.id(), cell));
        Json.write(path.resolve("run.json"), run());
    }

    /** Keeps the JMH result of a finished cell: an array of one object in JMH's own schema. */
    public void finish(String cell, JsonNode result) throws IOException {
        Json.write(cellFile(path, cell), result);
        cells.computeIfPresent(cell, (id, entry) -> entry.with(State.DONE, null));
    }

    /** Records that a cell failed or is not supported, and why. */
    public void mark(String cell, State state, String reason) throws IOException {
        // The line break comes first: what a killed process has left of a line must not spoil this one.
        String line = "\n" + Json.line(new Mark(cell, state, reason));
        WholeFile.append(path.resolve(STATES), line.getBytes(StandardCharsets.UTF_8));
        cells.computeIfPresent(cell, (id, entry) -> entry.with(state, reason));
    }

    /**
     * Ends a run: writes all states into {@code run.json}, all finished cells as one list into {@code jmh.json}, and those of
     * each thread count into {@code jmh-t<threads>.json}. There the repetitions of a cell are one result, as JMH writes forks.
     */
    public void complete() throws IOException {
        Json.write(path.resolve("run.json"), run());
        Files.deleteIfExists(path.resolve(STATES));
        Map<List<Object>, List<CellEntry>> repetitions = cells.values().stream()
                .filter(cell -> cell.state() == State.DONE)
                .collect(Collectors.groupingBy(
                        cell -> List.of(cell.engine(), cell.workload(), cell.threads(), cell.parameters()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        Map<String, ArrayNode> files = new TreeMap<>(Map.of("jmh.json", Json.MAPPER.createArrayNode()));
        for (List<CellEntry> forks : repetitions.values()) {
            List<JsonNode> results = new ArrayList<>();
            for (CellEntry fork : forks) {
                results.add(readCell(path, fork.id()));
            }
            JsonNode result = JmhForks.join(results);
            for (String file : List.of("jmh.json", "jmh-t" + forks.get(0).threads() + ".json")) {
                files.computeIfAbsent(file, name -> Json.MAPPER.createArrayNode())
                        .add(result);
            }
        }
        for (Map.Entry<String, ArrayNode> file : files.entrySet()) {
            Json.write(path.resolve(file.getKey()), file.getValue());
        }
    }

    /**
     * The JMH result of a finished cell, an object in JMH's own schema.
     *
     * @throws IOException with what to do, when its file is damaged
     */
    static JsonNode readCell(Path path, String cell) throws IOException {
        Path file = cellFile(path, cell);
        try {
            JsonNode content = Json.read(file, JsonNode.class);
            if (content.size() == 1 && content.path(0).isObject()) {
                return content.get(0);
            }
        } catch (IOException damaged) {
            throw new IOException(damaged.getMessage() + ": delete it, and --resume measures the cell again", damaged);
        }
        throw new IOException(file + " is not one JMH result: delete it, and --resume measures the cell again");
    }

    static Path cellFile(Path path, String cell) {
        return path.resolve("cells").resolve(cell + ".json");
    }
}
