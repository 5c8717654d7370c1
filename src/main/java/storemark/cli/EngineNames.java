package storemark.cli;

import static storemark.parameter.Parameters.ENGINES;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
                if (open && part.indexOf(':') <= 0 && !names.contains(part)) {
                    specs.set(specs.size() - 1, specs.get(specs.size() - 1) + "," + part);
                } else {
                    specs.add(part);
                    open = part.indexOf(':') > 0;
                }
            }
        }
        return specs;
    }

    private static void check(EngineSpec spec, Engines engines) {
        Engine engine = engines.of(spec);
        List<String> profiles = new ArrayList<>(engine.traits().profiles().keySet());
        profiles.addAll(List.of(EngineSpec.DEVICE, EngineSpec.DIRECT));
        spec.profiles(engine.traits()).forEach(profile -> check(spec, "profile", profile, profiles));
        spec.settings(engine.traits()).forEach((setting, value) -> {
            check(
                    spec,
                    "setting",
                    setting,
                    List.copyOf(engine.traits().settings().keySet()));
            engine.traits().fault(setting, value).ifPresent(fault -> {
                throw new IllegalArgumentException("engine " + spec.name() + ": " + fault);
            });
        });
    }

    private static void check(EngineSpec spec, String kind, String name, List<String> names) {
        if (!names.contains(name)) {
            String hint = names.isEmpty() ? "it has none" : Nearest.hint(name, names);
            throw new IllegalArgumentException(
                    "engine " + spec.name() + " has no " + kind + " '" + name + "': " + hint);
        }
    }
}
