package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import storemark.report.PublishedClaims;
import storemark.report.Report;
import storemark.results.Results;
import storemark.results.RunFolder;
import storemark.text.Printable;

/** {@code report}: draws again what runs have measured, one or several. */
@Command(name = "report", description = "Draws the report of one run again, or one report of several runs.")
final class ReportCommand implements Callable<Integer> {
    private static final Pattern BEST = Pattern.compile("[0-9][0-9.]*[kMG]?\\*");
    private static final Pattern FAILED = Pattern.compile("\\bfailed\\b");

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "folders of runs")
    private List<Path> runs;

    @Option(names = "--out", paramLabel = "DIR", description = "where to write (default: the first run's folder)")
    private Path out;

    @Option(names = "--page-only", description = RunCommand.PAGE_ONLY)
    private boolean pageOnly;

    @Option(
            names = "--claims",
            description =
                    "print which claims of published comparisons hold in each run, a table in Markdown, and draw nothing")
    private boolean claims;

    @Override
    public Integer call() throws IOException {
        if (claims) {
            String table = PublishedClaims.markdown(ChooseCommand.read(runs));
            if (table.isEmpty()) {
                throw Failure.usage("--claims: no run is of a suite that reproduces a published comparison");
            }
            System.out.print(Printable.of(table));
            return 0;
        }
        Path folder = out == null ? runs.get(0) : out;
        if (Results.isTableOnly(folder) && !(runs.size() == 1 && isOf(folder, runs.get(0)))) {
            throw new IOException("the report would replace " + folder.resolve(Results.TABLE)
                    + ", which is all that is kept of another run: name another folder with --out");
        }
        write(runs, folder, !pageOnly);
        return 0;
    }

    private static boolean isOf(Path folder, Path run) throws IOException {
        return RunFolder.readRun(folder).equals(RunFolder.readRun(run));
    }

    /** Writes the report and says in the terminal what it shows and where it is. */
    static void write(List<Path> runs, Path folder, boolean pictures) throws IOException {
        Report report = new Report(ChooseCommand.read(runs));
        report.write(folder, pictures);
        System.out.println();
        print(report.rates());
        if (!report.memory().isEmpty()) {
            print(report.memory());
        }
        report.machines().forEach(ReportCommand::print);
        report.claims().forEach(ReportCommand::print);
        System.out.println("Results: " + folder);
        System.out.println("Report:  " + folder.resolve("report.html"));
    }

    /** Tables hold what run folders say, and those may come from anywhere. */
    private static void print(Object table) {
        System.out.println(coloured(Printable.of(table.toString()), Ansi.AUTO.enabled()));
    }

    /**
     * What is best in green and what failed in red.
     *
     * @param colour whether the terminal shows colours, and {@code NO_COLOR} does not forbid them
     */
    static String coloured(String table, boolean colour) {
        return colour
                ? BEST.matcher(FAILED.matcher(table).replaceAll("\u001b[31m$0\u001b[0m"))
                        .replaceAll("\u001b[1;32m$0\u001b[0m")
                : table;
    }
}
