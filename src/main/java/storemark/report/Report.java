package storemark.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import storemark.results.RunFolder;
import storemark.results.WholeFile;

/**
 * Draws reports. Equal runs give equal files, to the byte; only PNG may differ in the shade of an edge between versions of
 * Java, which rasterise differently.
 */
public final class Report {
    private Report() {}

    /**
     * Writes {@code report.html}, {@code results.csv} and {@code charts/*.svg} and {@code *.png} into a folder, over those
     * that are there.
     *
     * @param runs at least one; a specification that an earlier run has already used is charted with the name of its run's
     *     folder behind it
     * @param folder made when it is missing; may be a run's own
     * @param pictures whether to draw the charts as files too; where not, those that are there are deleted, for they would
     *     show something older than the page
     * @throws IOException naming the file, when a run's file is damaged or a file cannot be written; after the page and
     *     the table are written, when this JVM cannot draw text
     */
    public static void write(List<RunFolder> runs, Path folder, boolean pictures) throws IOException {
        ReportData data = ReportData.of(runs);
        ChartSet charts = ChartSet.of(data);
        Path drawn = Files.createDirectories(folder).resolve("charts");
        write(folder.resolve("results.csv"), CsvTable.of(runs));
        write(folder.resolve("report.html"), HtmlReport.of(data, charts));
        if (pictures) {
            draw(charts.all(), Files.createDirectories(drawn));
        } else {
            for (Chart chart : charts.all()) {
                Files.deleteIfExists(drawn.resolve(chart.id() + ".svg"));
                Files.deleteIfExists(drawn.resolve(chart.id() + ".png"));
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
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
