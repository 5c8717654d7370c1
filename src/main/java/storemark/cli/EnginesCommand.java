package storemark.cli;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engines.Engines;
import storemark.run.EngineVersions;

/** {@code engines}: what is here, what each can do, and what is not here, and why. */
@Command(
        name = "engines",
        description = "Lists the engines: version, profiles, what each can do, or why it is not available.")
final class EnginesCommand implements Callable<Integer> {
    @Option(names = "--markdown", description = "print what each engine can and why not, as docs/engines.md has it")
    private boolean markdown;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int available = 0;
        Engines engines = Engines.load();
        if (markdown) {
            System.out.print(EngineMatrix.of(engines.all()));
            return 0;
        }
        EngineVersions versions = EngineVersions.ask(engines.all());
        for (Engine engine : engines.all()) {
            available += print(engine, versions) ? 1 : 0;
        }
        System.out.printf("%d engines, %d available.%n", engines.all().size(), available);
        return 0;
    }

    private static boolean print(Engine engine, EngineVersions versions) {
        Traits traits = engine.traits();
        boolean available = true;
        String version;
        try {
            version = versions.of(engine, Set.of());
        } catch (Unavailable missing) {
            version = "not available: " + missing.getMessage();
            available = false;
        }
        System.out.printf("%-14s %s [%s]%n", engine.name(), version, traits.license());
        for (Map.Entry<String, Traits.Profile> profile : traits.profiles().entrySet()) {
            String missing = profile.getValue().unavailable();
            String note = missing == null ? profile.getValue().about() : "not available: " + missing;
            System.out.printf("    :%-12s %s%n", profile.getKey(), note);
        }
        for (Map.Entry<String, String> setting : traits.settings().entrySet()) {
            System.out.printf("    %-13s %s%n", setting.getKey() + ".x", setting.getValue());
        }
        System.out.printf(
                "    %-13s %s%n",
                "durability",
                list(Stream.of(Durability.values())
                        .filter(level -> traits.durability(level).supported())
                        .map(Durability::label)));
        System.out.printf(
                "    %-13s %s%n",
                "can", list(Stream.of(Capability.values()).filter(traits::can).map(Capability::label)));
        if (traits.loadSurvives() != Durability.NONE) {
            System.out.printf(
                    "    %-13s goes on after the death of its %s: %s%n",
                    "load",
                    traits.loadSurvives() == Durability.POWER ? "process or machine" : "process",
                    traits.loadSurvivesHow());
        }
        return available;
    }

    private static String list(Stream<String> names) {
        return names.collect(Collectors.joining(", "));
    }
}
