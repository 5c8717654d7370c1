package storemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFile.CellEntry;

/**
 * {@code report.html}: one file that needs no other and no network. The template of that name takes what it shows from the methods
 * here, by their names; a section whose method returns null or nothing is left out.
 */
final class HtmlReport {
    static final Mustache.Compiler TEMPLATES = Mustache.compiler()
            .emptyStringIsFalse(true)
            .zeroIsFalse(true)
            .withLoader(name -> new StringReader(Resources.text(name + ".html")));

    private final ReportData data;
    private final ChartSet charts;
    private final List<PublishedPart> published;

    private HtmlReport(ReportData data, ChartSet charts) throws IOException {
        this.data = data;
        this.charts = charts;
        this.published = PublishedPart.of(data.runs());
    }

    static String of(ReportData data, ChartSet charts) throws IOException {
        return TEMPLATES.compile(Resources.text("report.html")).execute(new HtmlReport(data, charts));
    }

    /** A name may be broken between an engine's options. */
    static Mustache.Lambda breakable() {
        return (name, out) -> out.write(name.execute().replaceAll("([:,])", "$1<wbr>"));
    }

    /** A file of the jar, as it is. */
    static Mustache.Lambda resource() {
        return (name, out) -> out.write(Resources.text(name.execute()));
    }

    static Mustache.Lambda base64() {
        return (name, out) -> out.write(Base64.getEncoder().encodeToString(Resources.bytes(name.execute())));
    }

    static List<String> scripts() {
        return Resources.CHART_SCRIPTS;
    }

    String heading() {
        return data.runs().stream().map(run -> run.run().suite()).distinct().collect(Collectors.joining(", "));
    }

    String lead() {
        List<String> lines = new ArrayList<>();
        for (Results run : data.runs()) {
            RunFile file = run.run();
            long done = file.cells().stream()
                    .filter(cell -> cell.state() == RunFile.State.DONE)
                    .count();
            String name = data.runs().size() == 1 ? "" : run.name() + ": ";
            lines.add(name + file.started().replace("T", " ").replace("Z", " UTC") + ", harness " + file.harness()
                    + ", " + done + " of " + file.cells().size() + " cells measured"
                    + (file.options() != null && file.options().containsKey("memory-advisory")
                            ? ", MEMORY BUDGET NOT ENFORCED: " + file.options().get("memory-advisory")
                            : ""));
        }
        return String.join("; ", lines) + ".";
    }

    boolean severalRounds() {
        return data.groups().stream().anyMatch(group -> Spread.rounds(group.series()) > 1);
    }

    Table rates() {
        return SummaryTable.of(data).html();
    }

    /** Boxes that show and hide a series in all charts. */
    List<String> charted() {
        return data.names().stream()
                .filter(name -> data.groups().stream()
                        .flatMap(group -> group.measured().stream())
                        .anyMatch(series -> series.name().equals(name)))
                .toList();
    }

    boolean hasPublished() {
        return !published.isEmpty();
    }

    List<PublishedPart> published() {
        return published;
    }

    Table memory() {
        return MemoryTable.of(data).html();
    }

    List<ChartSet.Part> parts() {
        return charts.parts().stream()
                .filter(part -> !part.charts().isEmpty() || !part.notes().isEmpty())
                .toList();
    }

    Table debt() {
        return DebtTable.of(data);
    }

    List<RunSetUp> runs() {
        return data.runs().stream()
                .map(run -> RunSetUp.of(run, data.runs().size() > 1))
                .toList();
    }

    /** The cells without a result, equal ones of several rounds once. */
    Table missing() {
        List<List<String>> rows = new ArrayList<>();
        for (Group group : data.groups()) {
            for (Series series : group.series()) {
                for (CellEntry cell : series.missing()) {
                    rows.add(List.of(
                            series.name(),
                            group.column(),
                            Words.threads(group.threads()),
                            Words.state(cell.state()),
                            Objects.requireNonNullElse(cell.reason(), "")));
                }
            }
        }
        return Table.orNone(
                "data words",
                List.of("engine", "workload", "threads", "state", "reason"),
                rows.stream().distinct().toList());
    }

    static Table metrics() {
        return Table.of(
                "data words",
                List.of("metric", "unit", "meaning"),
                Arrays.stream(Metric.values())
                        .map(metric -> List.of(metric.name(), metric.unit(), metric.meaning()))
                        .toList());
    }

    /** JSON may hold '<' only inside strings, where this escape means the same and ends no script element. */
    String data() throws JsonProcessingException {
        return SvgRenderer.MAPPER.writeValueAsString(charts.all()).replace("<", "\\u003c");
    }
}
