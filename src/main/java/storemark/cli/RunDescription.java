package storemark.cli;

import static storemark.parameter.Parameters.BATCH;
import static storemark.parameter.Parameters.DURABILITY;
import static storemark.parameter.Parameters.ENGINES;
import static storemark.parameter.Parameters.MEMORY;
import static storemark.parameter.Parameters.WORKLOADS;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Traits;
import storemark.engines.Engines;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.results.RunFile.EngineEntry;
import storemark.run.EngineVersions;
import storemark.run.Workspace;
import storemark.suite.Cell;
import storemark.suite.Settings;

/** What a run's file says of its options and engines. */
final class RunDescription {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final int LONGEST = 60;

    private RunDescription() {}

    /**
     * What the folder of a new run is called: {@code 20261231-235959-quick-lmdb-read}. The engines and workloads that were asked
     * for stand in it, and {@code custom} for any other option that changes the suite's cells.
     */
    static String folderName(String suite, Settings given, boolean scaled) {
        Set<String> changed = new HashSet<>(given.toMap().keySet());
        Parameters.ofRuns().forEach(parameter -> changed.remove(parameter.toString()));
        StringBuilder name = new StringBuilder(suite);
        for (Parameter<?> asked : List.of(ENGINES, WORKLOADS)) {
            if (changed.remove(asked.toString())) {
                given.get(asked).forEach(one -> name.append('-').append(one.replaceAll("[^A-Za-z0-9.-]", "_")));
            }
        }
        boolean isLong = name.length() > LONGEST;
        boolean custom = isLong || scaled || !changed.isEmpty();
        return TIME.format(Instant.now()) + "-" + (isLong ? suite : name) + (custom ? "-custom" : "");
    }

    /** Every option in force by name; where groups differ, all values. */
    static Map<String, String> options(List<Cell> cells, Values ofRun) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        cells.forEach(cell -> cell.values()
                .describe()
                .forEach((name, value) -> values.computeIfAbsent(name, key -> new LinkedHashSet<>())
                        .add(value)));
        Map<String, String> options = new LinkedHashMap<>();
        values.forEach((name, set) -> options.put(name, String.join(" | ", set)));
        options.putAll(ofRun.describe());
        return options;
    }

    /** One entry for each series, with the version that its library states. */
    static List<EngineEntry> engines(List<Cell> cells, Engines engines, EngineVersions versions, Workspace workspace) {
        return cells.stream()
                .collect(Collectors.groupingBy(Cell::engine, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(series -> entry(engines.of(series.get(0).engine()), series, versions, workspace))
                .toList();
    }

    /** @param cells those of one series, at least one */
    private static EngineEntry entry(Engine engine, List<Cell> cells, EngineVersions versions, Workspace workspace) {
        Cell cell = cells.get(0);
        EngineSpec spec = cell.engine();
        Traits traits = engine.traits();
        Map<String, String> settings = spec.inForce(traits);
        if (!traits.note().isEmpty()) {
            settings.put("note", traits.note());
        }
        if (cells.stream().anyMatch(one -> one.get(BATCH) > 1)) {
            settings.put("batch", batch(traits.capability(Capability.TRANSACTIONS)));
        }
        if (cell.get(MEMORY) > 0) {
            settings.put("memory", workspace.describeMemory(cell));
        }
        if (spec.onDevice()) {
            String how = traits.capability(Capability.BLOCK_DEVICE).how();
            settings.put(EngineSpec.DEVICE, "on a block device: " + how);
        }
        if (spec.direct()) {
            Capability asked = spec.onDevice() ? Capability.DIRECT_IO_DEVICE : Capability.DIRECT_IO_FILE;
            settings.put(EngineSpec.DIRECT, traits.capability(asked).how());
        }
        String version = versions.find(engine, spec.profiles(traits)).version();
        // A setting may change what was tested without it.
        Map<String, String> remarks = cells.stream()
                .map(one -> one.get(DURABILITY))
                .distinct()
                .filter(level ->
                        spec.settings(traits).isEmpty() && !traits.remark(level).isEmpty())
                .collect(Collectors.toMap(Durability::label, traits::remark));
        return new EngineEntry(
                spec.toString(), version, traits.license(), durability(engine, cells, workspace), settings, remarks);
    }

    /** How durability is kept; by level where {@code cells} have several that differ in it. */
    private static String durability(Engine engine, List<Cell> cells, Workspace workspace) {
        Map<String, String> ways = new LinkedHashMap<>();
        for (Cell cell : cells) {
            ways.put(cell.get(DURABILITY).label(), engine.durability(workspace.storeSpec(cell)));
        }
        Set<String> distinct = new LinkedHashSet<>(ways.values());
        return distinct.size() == 1
                ? distinct.iterator().next()
                : ways.entrySet().stream()
                        .map(way -> way.getKey() + ": " + way.getValue())
                        .collect(Collectors.joining("; "));
    }

    /** What a batch is to an engine: not all make one transaction of it, which a reader of its rate has to know. */
    private static String batch(Traits.Support transactions) {
        return (transactions.supported() ? "transactions: " : "no transactions: ") + transactions.how();
    }
}
