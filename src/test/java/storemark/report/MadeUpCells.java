package storemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import storemark.results.Json;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

/** A run whose increments a test gives one by one: cells of one thread and one repetition. */
final class MadeUpCells {
    private final List<CellEntry> cells = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();

    void add(String engine, Workload workload, Map<String, String> parameters, List<Step> steps) {
        String id = engine + "-" + cells.size();
        cells.add(new CellEntry(id, engine, workload, 1, 1, parameters, State.DONE, null));
        measurements.add(new Measurement(id, engine, workload, 1, 1, parameters, steps));
    }

    Results results() {
        SyntheticRun like = new SyntheticRun();
        List<EngineEntry> engines = cells.stream()
                .map(CellEntry::engine)
                .distinct()
                .map(engine -> new EngineEntry(engine, "1.0", "Apache-2.0", "none", Map.of(), Map.of()))
                .toList();
        RunFile run = new RunFile(like.suite, null, "2026-11-21T08:00:00Z", "0.1.0", like.options, engines, cells);
        return new Results("run", run, Json.MAPPER.valueToTree(like.machine), measurements, Map.of());
    }

    ReportData data() {
        return new ReportData(List.of(results()));
    }
}
