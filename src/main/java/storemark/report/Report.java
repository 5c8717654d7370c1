package storemark.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import storemark.results.Results;
import storemark.results.ResultsCsv;
import storemark.results.WholeFile;

/**
 * Draws reports. Equal runs give equal files, to the byte; only PNG may differ in the shade of an edge between versions of
 * Java, which rasterise differently.
 */
public final class Report {
    private final ReportData data;
    private final List<PublishedClaims> published;

    /**
     * @param runs at least one; a specification that an earlier run has already used is charted with the name of its run's
     *     folder behind it
     * @throws IOException when the jar lacks the published comparisons
     */
    public Report(List<Results> runs) throws IOException {
        data = new ReportData(runs);
        published = PublishedClaims.of(runs);
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
        ChartSet charts = ChartSet.of(data);
        Path drawn = Files.createDirectories(folder).resolve("charts");
        if (Files.isSymbolicLink(drawn)) {
            throw new IOException(drawn + " is a symbolic link: delete it, or name another folder with --out");
        }
        ResultsCsv.write(folder.resolve(Results.TABLE), data.runs());
        write(folder.resolve("report.html"), HtmlReport.of(data, charts, published));
        if (pictures) {
            draw(charts.all(), Files.createDirectories(drawn));
        } else if (Files.isDirectory(drawn, LinkOption.NOFOLLOW_LINKS)) {
            for (Chart chart : charts.all()) {
                Files.deleteIfExists(drawn.resolve(chart.id() + ".svg"));
                Files.deleteIfExists(drawn.resolve(chart.id() + ".png"));
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The rate of every series in every workload, as a table for the terminal. */
    public String rates() {
        return SummaryTable.of(data).text(100);
    }

    /** What the series that were given a memory budget used of it, as a table for the terminal; empty when there are none. */
    public String memory() {
        Table memory = MemoryTable.of(data);
        return memory == null ? "" : "memory of each fork, and rates in it and past it\n\n" + memory.text();
    }

    /** One line for each published comparison whose suite was run, on how many of its claims hold. */
    public List<String> claims() {
        return published.stream().map(PublishedClaims::line).toList();
    }

    private static void draw(List<Chart> charts, Path folder) throws IOException {
        try (SvgRenderer renderer = new SvgRenderer(new Fonts())) {
            for (Chart chart : charts) {
                String svg = renderer.svg(chart);
                write(folder.resolve(chart.id() + ".svg"), svg);
                WholeFile.write(folder.resolve(chart.id() + ".png"), PngRenderer.png(svg));
            }
        }
    }
}
