package storemark.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Results;
import storemark.results.ResultsCsv;
import storemark.results.WholeFile;

/**
 * Draws reports. Equal runs give equal files, to the byte; only PNG may differ in the shade of an edge between versions of
 * Java, which rasterise differently.
 */
public final class Report {
    private final List<Results> runs;
    private final List<Part> parts;
    private final List<PublishedClaims> published;

    /**
     * @param runs at least one; those that differ in machine, versions or parameters have tables and charts of their own, and of those
     *     that do not, series of one specification have the names of their runs' folders behind it
     * @throws IOException when the jar lacks the published comparisons
     */
    public Report(List<Results> runs) throws IOException {
        this.runs = named(runs);
        parts = Part.of(this.runs);
        published = PublishedClaims.of(this.runs);
    }

    /** Runs of one name get a number behind it: charts, facts and rows of the table are found by the names of runs. */
    private static List<Results> named(List<Results> runs) {
        Set<String> names = new HashSet<>();
        List<Results> named = new ArrayList<>();
        for (Results run : runs) {
            String name = run.name();
            for (int number = 2; !names.add(Words.id(name)); number++) {
                name = run.name() + "-" + number;
            }
            named.add(new Results(name, run.run(), run.machine(), run.measurements(), run.profiles()));
        }
        return List.copyOf(named);
    }

    /**
     * Writes {@code report.html}, {@code results.csv} and {@code charts/*.svg} and {@code *.png} into a folder, over those
     * that are there. Symbolic links in their place are not followed.
     *
     * @param folder made when it is missing; may be a run's own
     * @param pictures whether to draw the charts as files too; where not, those that are there are deleted, for they would
     *     show something older than the page
     * @throws IOException naming the file, when one cannot be written; after the page and the table are written, when this JVM
     *     cannot draw text
     */
    public void write(Path folder, boolean pictures) throws IOException {
        List<Chart> charts = Stream.concat(
                        parts.stream().flatMap(part -> part.pictures().stream()),
                        published.stream().flatMap(source -> source.charts().stream()))
                .toList();
        Path drawn = Files.createDirectories(folder).resolve("charts");
        if (Files.isSymbolicLink(drawn)) {
            throw new IOException(drawn + " is a symbolic link: delete it, or name another folder with --out");
        }
        writePage(folder, "");
        if (pictures) {
            draw(charts, Files.createDirectories(drawn));
        } else if (Files.isDirectory(drawn, LinkOption.NOFOLLOW_LINKS)) {
            for (Chart chart : charts) {
                Files.deleteIfExists(drawn.resolve(chart.id() + ".svg"));
                Files.deleteIfExists(drawn.resolve(chart.id() + ".png"));
            }
        }
    }

    /**
     * Writes {@code report.html} and {@code results.csv}.
     *
     * @param shared see {@link Page}
     */
    void writePage(Path folder, String shared) throws IOException {
        ResultsCsv.write(folder.resolve(Results.TABLE), runs);
        write(folder.resolve("report.html"), new Page(shared).of("report", new HtmlReport(parts, published)));
    }

    static void write(Path file, String text) throws IOException {
        WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The rate of every series in every workload, and the latency at planned rates, as tables for the terminal. */
    public String rates() {
        return parts.stream()
                .map(part -> Words.joined(
                        "\n",
                        named(
                                part,
                                part.rates().groups().isEmpty()
                                        ? ""
                                        : part.rates().text(100)),
                        LoadTables.text(part.data()),
                        Precision.words(part.data())))
                .collect(Collectors.joining("\n"));
    }

    /** What the series that were given a memory budget used of it, as a table for the terminal; empty when there are none. */
    public String memory() {
        return parts.stream()
                .filter(part -> MemoryTable.of(part.data()) != null)
                .map(part -> named(
                        part,
                        "memory of each fork, and rates with data in memory and past memory\n\n"
                                + MemoryTable.of(part.data()).text()))
                .collect(Collectors.joining("\n"));
    }

    private static String named(Part part, String text) {
        return part.name().isEmpty() ? text : part.name() + "\n" + text;
    }

    /** How fast the machines of a merged run were, as tables for the terminal; none of a run that was not merged. */
    public List<String> machines() {
        return runs.stream()
                .flatMap(run -> ShardSpeeds.of(run).stream())
                .map(speeds ->
                        "machines of " + speeds.run() + "\n\n" + speeds.table().text(100))
                .toList();
    }

    /** One line for each published comparison whose suite was run, on how many of its claims hold. */
    public List<String> claims() {
        return published.stream().map(PublishedClaims::line).toList();
    }

    static void draw(List<Chart> charts, Path folder) throws IOException {
        try (SvgRenderer renderer = new SvgRenderer(new Fonts())) {
            for (Chart chart : charts) {
                String svg = renderer.svg(chart);
                write(folder.resolve(chart.id() + ".svg"), svg);
                WholeFile.write(folder.resolve(chart.id() + ".png"), PngRenderer.png(svg));
            }
        }
    }
}
