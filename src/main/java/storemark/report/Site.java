package storemark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import storemark.results.Json;
import storemark.results.Results;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;

/**
 * A static site for any web server, or for the disk: an index of runs, the report and the files of each, the page that answers and the
 * durability table. All pages share one copy of the libraries, which {@link Page} names.
 *
 * @param runs whose folders have different names
 * @param promises the durability table, its head first
 */
public record Site(List<Results> runs, Choice choice, List<List<String>> promises) {
    private static final String SCRIPTS = "storemark.js";

    /** @throws IllegalArgumentException when two runs have one name */
    public Site {
        runs = List.copyOf(runs);
        if (runs.stream().map(Results::name).distinct().count() < runs.size()) {
            throw new IllegalArgumentException(
                    "two folders of runs have the same name, which is their place in the site: rename one");
        }
    }

    /**
     * Writes the site over what is there.
     *
     * @throws IOException naming the file, when one cannot be written or is a run that no site has written
     */
    public void write(Path folder) throws IOException {
        refuseRuns(folder);
        Files.createDirectories(folder);
        StringBuilder scripts = new StringBuilder(Resources.text("lib/echarts.js"));
        for (String script : Resources.CHART_SCRIPTS) {
            scripts.append('\n').append(Resources.text(script));
        }
        Report.write(folder.resolve(SCRIPTS), scripts.toString());
        Page page = new Page("./");
        Report.write(folder.resolve("storemark.css"), page.of("styles", this));
        Report.write(folder.resolve("index.html"), page.of("site", this));
        Report.write(folder.resolve("choose.html"), page.of("choose", choice));
        for (Results run : runs) {
            Path own = Files.createDirectories(folder.resolve(run.name()));
            new Report(List.of(run)).writePage(own, "../");
            Json.write(own.resolve("run.json"), run.run());
            Json.write(own.resolve("machine.json"), run.machine());
        }
    }

    /** Refuses to replace a run that no site has written: it may be all that is kept of it. */
    private void refuseRuns(Path folder) throws IOException {
        for (Results run : runs) {
            Path place = folder.resolve(run.name());
            boolean ofASite = Files.exists(folder.resolve(SCRIPTS)) && Files.exists(place.resolve("report.html"));
            if (Files.exists(place.resolve("run.json")) && (!ofASite || RunFolder.hasCells(place))) {
                throw new IOException(place + " holds a run of its own: name another folder with --out");
            }
        }
    }

    /** A row of the index. */
    record Line(String name, String suite, String started, String machine, String engines, long cells) {}

    List<Line> lines() {
        return runs.stream()
                .map(run -> new Line(
                        run.name(),
                        run.run().suite(),
                        run.run().started().replace("T", " ").replace("Z", ""),
                        run.machine().at("/cpu/model").asText() + ", " + Quantity.BYTES.format(Memory.all(run)),
                        run.run().engines().stream().map(EngineEntry::spec).collect(Collectors.joining(", ")),
                        run.measurements().size()))
                .toList();
    }

    /** Null, which is no section, where nothing was tested. */
    Table durability() {
        return Table.orNone(promises.get(0), promises.subList(1, promises.size()));
    }
}
