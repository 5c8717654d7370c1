package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import storemark.report.Choice;
import storemark.report.Site;
import storemark.results.DurabilityFile;
import storemark.results.Results;

/** {@code publish}: a static site of runs. */
@Command(
        name = "publish",
        description =
                "Writes a static site: an index of runs, their reports and files, the page that 'choose' makes, and the"
                        + " durability table.")
final class PublishCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "RUN", description = "folders of runs, with names of their own")
    private List<Path> runs;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "folder of the site; its files are replaced")
    private Path out;

    @Option(names = "--durability", paramLabel = "FILE", description = ChooseCommand.DURABILITY)
    private Path durability;

    @Override
    public Integer call() throws IOException {
        List<Results> results = ChooseCommand.read(runs);
        DurabilityFile tested = EngineFacts.tested(durability);
        Choice choice = Choice.of(results, run -> EngineFacts.of(run, tested));
        new Site(results, choice, tested.promises()).write(out);
        System.out.println("Site: " + out.resolve("index.html"));
        return 0;
    }
}
