package storemark.cli;

import java.io.IOException;
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
import storemark.engines.Engines;
import storemark.run.EngineVersions;

/** {@code engines}: what is here, what each can do, and what is not here, and why. */
@Command(
        name = "engines",
        description = "Lists the engines: version, profiles, what each can do, or why it is not available.")
final class EnginesCommand implements Callable<Integer> {
    @Option(
            names = "--markdown",
            description = "print what each engine can do, or why not, as the Markdown of docs/engines.md")
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
        EngineVersions.Answer answer = versions.find(engine, Set.of());
        boolean available = answer.unavailable() == null;
        String version = available ? answer.version() : "not available: " + answer.unavailable();
        System.out.printf("%-14s %s [%s]%n", engine.name(), version, traits.license());
        traits.profiles().forEach((name, profile) -> {
            String missing = profile.unavailable();
            print(":" + name, missing == null ? profile.about() : "not available: " + missing);
        });
        traits.settings().forEach((name, setting) -> print(name + ".x", setting.about()));
        Stream<Durability> kept = Stream.of(Durability.values())
                .filter(level -> traits.durability(level).supported());
        print("durability", kept.map(Durability::label).collect(Collectors.joining(", ")));
        Stream<Capability> can = Stream.of(Capability.values()).filter(traits::can);
        print("can", can.map(Capability::label).collect(Collectors.joining(", ")));
        if (traits.loadSurvives() != Durability.NONE) {
            String crashed = traits.loadSurvives() == Durability.POWER ? "process or machine" : "process";
            print("load", "resumes after a crash of its " + crashed + ": " + traits.loadSurvivesHow());
        }
        return available;
    }

    private static void print(String name, String text) {
        System.out.printf("    %-13s %s%n", name, text);
    }
}
