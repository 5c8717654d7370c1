package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import storemark.report.Choice;
import storemark.results.DurabilityFile;
import storemark.results.Results;

/** {@code choose}: a page that answers which store fits a question, from what runs have measured. */
@Command(
        name = "choose",
        description =
                "Writes a page that answers which store fits a mix of operations, a size of data and a durability.")
final class ChooseCommand implements Callable<Integer> {
    static final String DURABILITY = "outcomes of the command durability (default: docs/durability.json, if it exists)";

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "folders of runs")
    private List<Path> runs;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "the page, one file of HTML")
    private Path out;

    @Option(names = "--durability", paramLabel = "FILE", description = DURABILITY)
    private Path durability;

    @Override
    public Integer call() throws IOException {
        List<Results> results = read(runs);
        DurabilityFile tested = EngineFacts.tested(durability);
        Choice.of(results, run -> EngineFacts.of(run, tested)).write(out);
        System.out.println("Page: " + out);
        return 0;
    }

    static List<Results> read(List<Path> runs) throws IOException {
        List<Results> results = new ArrayList<>();
        for (Path run : runs) {
            results.add(Results.read(run));
        }
        return results;
    }
}
