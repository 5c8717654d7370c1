package storemark.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import storemark.results.RunFile.State;

/**
 * All that is reported of one run. Each file of its folder is read once, here, and by nothing else. Immutable.
 *
 * @param name of the run's folder
 * @param run what was planned, and how far each cell came
 * @param machine what {@code machine.json} holds
 * @param measurements of all finished cells, in the order of the plan
 * @param profiles by cell, of those that were profiled
 */
public record Results(
        String name, RunFile run, JsonNode machine, List<Measurement> measurements, Map<String, Profile> profiles) {
    /** The file that has the measurements of a folder without the JMH results of its cells. */
    public static final String TABLE = "results.csv";

    /** The list in {@code machine.json} of a merged run: of each shard its number and, by name, how fast its machine was. */
    public static final String SHARDS = "shards";

    public Results {
        measurements = List.copyOf(measurements);
        profiles = Map.copyOf(profiles);
    }

    /**
     * Reads the JMH results in {@code cells/}, or {@code results.csv} in a folder that has no {@code cells/}.
     *
     * @throws IOException naming the file, when one is missing or damaged
     */
    public static Results read(Path folder) throws IOException {
        boolean cells = RunFolder.hasCells(folder);
        RunFile run = cells ? RunFolder.open(folder).run() : RunFolder.readRun(folder);
        Map<String, List<Measurement>> byCell = cells ? Map.of() : ResultsCsv.read(folder.resolve(TABLE), run.cells());
        List<Measurement> measurements = new ArrayList<>();
        Map<String, Profile> profiles = new HashMap<>();
        for (RunFile.CellEntry cell : run.cells()) {
            if (cell.state() == State.DONE) {
                Path profile = Profile.beside(folder.resolve("cells").resolve(cell.id() + Profile.FLAME_GRAPH));
                if (Files.exists(profile)) {
                    profiles.put(cell.id(), Json.read(profile, Profile.class));
                }
                measurements.addAll(cells ? JmhResult.read(folder, cell) : byCell.get(cell.id()));
            }
        }
        return new Results(
                String.valueOf(folder.toAbsolutePath().normalize().getFileName()),
                run,
                RunFolder.readMachine(folder),
                measurements,
                profiles);
    }

    /** Why the run's memory budget was not enforced; null where it was, or none was asked for. */
    public String memoryAdvisory() {
        return run.options().get("memory-advisory");
    }

    /** Whether {@code folder} holds no JMH results, so that its {@code results.csv} is the only copy of what was measured. */
    public static boolean isTableOnly(Path folder) {
        return Files.exists(folder.resolve("run.json"))
                && Files.exists(folder.resolve(TABLE))
                && !RunFolder.hasCells(folder);
    }
}
