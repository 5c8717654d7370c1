package storemark.run;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import storemark.engine.Engine;
import storemark.engines.Engines;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;

/** Plans of cells, and workspaces of machines that have the engines, for tests. */
public final class Plans {
    public static final Engines ENGINES = Engines.load();

    private Plans() {}

    /** The cells of one group. */
    public static List<Cell> cells(Map<String, String> settings) {
        return new Suite("test", "", List.of(Settings.ofMap(settings))).cells();
    }

    /** On a machine that has all engines but the missing ones. */
    public static Workspace workspace(Path directory, boolean inPlace, String... missing) {
        return new Workspace(directory, null, ENGINES::of, versions(missing), inPlace);
    }

    /** Those of all engines but the missing ones. */
    public static EngineVersions versions(String... missing) {
        Map<String, EngineVersions.Answer> answers = new HashMap<>();
        for (Engine engine : ENGINES.all()) {
            boolean has = !List.of(missing).contains(engine.name());
            answers.put(engine.name(), new EngineVersions.Answer(has ? "1" : null, has ? null : "it is not installed"));
        }
        return new EngineVersions(answers);
    }
}
