package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import storemark.report.MemoryTable;
import storemark.report.PublishedClaims;
import storemark.report.Report;
import storemark.report.SummaryTable;
import storemark.results.RunFolder;
import storemark.text.Printable;

/** {@code report}: draws again what runs have measured; {@code compare} is another word for it, where there are several. */
@Command(
        name = "report",
        aliases = "compare",
        description = "Draws the report of one run again, or one report of several runs.")
final class ReportCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "RUN", description = "folders of runs")
    private List<Path> runs;

    @Option(names = "--out", paramLabel = "DIR", description = "where to write (default: the first run's folder)")
    private Path out;

    @Option(names = "--page-only", description = RunCommand.PAGE_ONLY)
    private boolean pageOnly;

    @Override
    public Integer call() throws IOException {
        List<RunFolder> folders = new ArrayList<>();
        for (Path run : runs) {
            folders.add(RunFolder.open(run));
        }
        Path folder = out == null ? runs.get(0) : out;
        write(folders, folder, !pageOnly);
        return 0;
    }

    /** Writes the report and says in the terminal what it shows and where it is. */
    static void write(List<RunFolder> folders, Path folder, boolean pictures) throws IOException {
        Report.write(folders, folder, pictures);
        System.out.println();
        print(SummaryTable.of(folders));
        MemoryTable memory = MemoryTable.of(folders);
        if (!memory.isEmpty()) {
            print(memory);
        }
        PublishedClaims.of(folders).forEach(ReportCommand::print);
        System.out.println("Results: " + folder);
        System.out.println("Report:  " + folder.resolve("report.html"));
    }

    /** Tables hold what run folders say, and those may come from anywhere. */
    private static void print(Object table) {
        System.out.println(Printable.of(table.toString()));
    }
}
