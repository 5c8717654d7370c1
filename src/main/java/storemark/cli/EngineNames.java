package storemark.cli;

import static storemark.parameter.Parameter.CACHE;
import static storemark.parameter.Parameter.ENGINES;
import static storemark.parameter.Parameter.ENTRIES;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import storemark.dataset.DatasetSpec;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engines.Engines;
import storemark.parameter.Values;
import storemark.suite.Settings;
import storemark.text.Nearest;

/**
 * Reads {@code --engines}. A comma stands between specifications and inside of them, so what follows one is a new
 * specification where it names an engine or has a colon, and belongs to the one before where it does not.
 */
final class EngineNames {
    private EngineNames() {}

    /** Splits what was said into specifications and checks that each names an engine, profiles and settings that exist. */
    static void resolve(Settings settings, Engines engines) {
        if (settings.get(ENGINES) == null) {
            return;
        }
        settings.set(ENGINES, split(settings.get(ENGINES), engines));
        for (String spec : settings.get(ENGINES)) {
            try {
                check(EngineSpec.parse(spec), engines);
            } catch (IllegalArgumentException wrong) {
                throw settings.at(ENGINES, spec, wrong);
            }
        }
    }

    /** The most heap that one of the engines needs for the stores that are asked for. */
    static long heapBytes(Values values, Engines engines, Path device) {
        long most = 0;
        for (EngineSpec spec : values.get(ENGINES)) {
            Engine engine = engines.of(spec);
            DatasetSpec dataset = DatasetSpec.of(engine, spec, values.records(), values.get(ENTRIES), device);
            most = Math.max(most, dataset.heapBytes(values.get(CACHE)));
        }
        return most;
    }

    /** The specifications in words: {@code lmdb, tupl:mapped}. */
    static String list(Values values) {
        return values.get(ENGINES).stream().map(EngineSpec::toString).collect(Collectors.joining(", "));
    }

    private static List<String> split(List<String> said, Engines engines) {
        List<String> names = engines.all().stream().map(Engine::name).toList();
        List<String> specs = new ArrayList<>();
        for (String text : said) {
            boolean open = false;
            for (String part : text.split("[, ]", -1)) {
                boolean starts = part.indexOf(':') > 0 || names.contains(part) || !open;
                if (starts) {
                    specs.add(part);
                    open = part.indexOf(':') > 0;
                } else {
                    specs.set(specs.size() - 1, specs.get(specs.size() - 1) + "," + part);
                }
            }
        }
        return specs;
    }

    private static void check(EngineSpec spec, Engines engines) {
        Engine engine = engines.of(spec);
        List<String> profiles = new ArrayList<>(engine.traits().profiles().keySet());
        profiles.addAll(List.of(EngineSpec.DEVICE, EngineSpec.DIRECT));
        List<String> settings = List.copyOf(engine.traits().settings().keySet());
        for (String profile : spec.profiles(engine.traits())) {
            if (!profiles.contains(profile)) {
                throw new IllegalArgumentException(
                        "engine " + spec.name() + " has no profile '" + profile + "'" + meant(profile, profiles));
            }
        }
        for (String setting : spec.settings(engine.traits()).keySet()) {
            if (!settings.contains(setting)) {
                throw new IllegalArgumentException(
                        "engine " + spec.name() + " has no setting '" + setting + "'" + meant(setting, settings));
            }
        }
    }

    private static String meant(String name, List<String> names) {
        return names.isEmpty()
                ? ": it has none"
                : ": did you mean '" + Nearest.of(name, names) + "'? There are " + String.join(", ", names);
    }
}
