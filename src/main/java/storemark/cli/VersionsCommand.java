package storemark.cli;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import storemark.engines.Engines;
import storemark.run.EngineVersions;

/** {@code versions}: for the harness itself, which asks engines in a process of their own. */
@Command(name = EngineVersions.COMMAND, hidden = true, description = "Prints the engines' versions as JSON.")
final class VersionsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ENGINE", description = "the engines that are asked; none: all")
    private Set<String> names = Set.of();

    @Override
    public Integer call() throws IOException {
        System.out.println(EngineVersions.answer(Engines.load().all().stream()
                .filter(engine -> names.isEmpty() || names.contains(engine.name()))
                .toList()));
        return 0;
    }
}
