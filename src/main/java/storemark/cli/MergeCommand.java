package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import storemark.results.Merge;
import storemark.run.Console;

/** {@code merge}: one run of the shards that several machines have measured. */
@Command(
        name = "merge",
        description = {
            "Joins the shards of one plan (run --shard I/N) to one run with its report.",
            "Missing cells are listed with the command that measures them; the exit code is then 1."
        })
final class MergeCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description = "folders of shards; a shard that is there twice counts once")
    private List<Path> runs;

    @Option(names = "--out", required = true, paramLabel = "RUN", description = "the folder of the merged run")
    private Path out;

    @Option(
            names = "--mixed-machines",
            description =
                    "accept different kinds of machines: a run and charts for each kind, and no comparison between kinds")
    private boolean mixed;

    @Option(names = "--page-only", description = RunCommand.PAGE_ONLY)
    private boolean pageOnly;

    @Override
    public Integer call() throws IOException {
        Merge merge = new Merge(runs, mixed);
        List<Path> written = merge.write(out);
        ReportCommand.write(written, out, !pageOnly);
        merge.notes().forEach(Console.standard()::line);
        merge.missing().forEach(Console.standard()::line);
        return merge.missing().isEmpty() ? 0 : Failure.SOME_FAILED;
    }
}
