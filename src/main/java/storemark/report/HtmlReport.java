package storemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.StringReader;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.RunFile.State;

/**
 * {@code report.html}: one file that needs no other and no network. The template of that name takes what it shows from the methods
 * here, by their names; a section whose method returns null or nothing is left out.
 */
record HtmlReport(ReportData data, ChartSet charts, List<PublishedClaims> published) {
    static final Mustache.Compiler TEMPLATES = Mustache.compiler()
            .emptyStringIsFalse(true)
            .zeroIsFalse(true)
            .nullValue("")
            .withLoader(name -> new StringReader(Resources.text(name + ".html")));

    static String of(ReportData data, ChartSet charts, List<PublishedClaims> published) throws IOException {
        return TEMPLATES.compile(Resources.text("report.html")).execute(new HtmlReport(data, charts, published));
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
        return data.runs().stream().map(this::lead).collect(Collectors.joining("; ", "", "."));
    }

    private String lead(Results run) {
        return (data.runs().size() == 1 ? "" : run.name() + ": ")
                + run.run().started().replace("T", " ").replace("Z", " UTC") + ", harness "
                + run.run().harness() + ", "
                + run.run().cells().stream()
                        .filter(cell -> cell.state() == State.DONE)
                        .count() + " of "
                + run.run().cells().size() + " cells measured"
                + (run.memoryAdvisory() == null ? "" : ", MEMORY BUDGET NOT ENFORCED: " + run.memoryAdvisory());
    }

    boolean severalRepetitions() {
        return data.groups().stream().anyMatch(group -> Spread.repetitions(group.series()) > 1);
    }

    SummaryTable summary() {
        return SummaryTable.of(data);
    }

    /** Boxes that show and hide a series in all charts. */
    List<String> charted() {
        Set<String> drawn = charts.all().stream()
                .flatMap(chart -> chart.series().stream())
                .map(Chart.Line::name)
                .collect(Collectors.toSet());
        return data.names().stream().filter(drawn::contains).toList();
    }

    boolean hasPublished() {
        return !published.isEmpty();
    }

    Table memory() {
        return MemoryTable.of(data);
    }

    boolean hasThreads() {
        return !charts.threads().isEmpty() || !charts.notes().isEmpty();
    }

    boolean hasLoad() {
        return !data.planned().isEmpty();
    }

    Table rates() {
        return LoadTables.rates(data);
    }

    Table limits() {
        return LoadTables.limits(data);
    }

    Table debt() {
        return DebtTable.of(data);
    }

    List<RunSetUp> runs() {
        return data.runs().stream()
                .map(run -> RunSetUp.of(run, data.runs().size() > 1))
                .toList();
    }

    /** The cells without a result, equal ones of several repetitions once. */
    Table missing() {
        return Table.orNone(
                "data words",
                List.of("engine", "workload", "threads", "state", "reason"),
                Stream.concat(data.groups().stream(), data.planned().stream())
                        .flatMap(group -> group.series().stream()
                                .flatMap(series -> series.missing().stream()
                                        .map(cell -> List.of(
                                                series.name(),
                                                group.column(),
                                                Words.threads(group.threads()),
                                                Words.state(cell.state()),
                                                Objects.requireNonNullElse(cell.reason(), "")))))
                        .distinct()
                        .toList());
    }

    static Metric[] metrics() {
        return Metric.values();
    }

    /** JSON may hold '<' only inside strings, where this escape means the same and ends no script element. */
    String json() throws JsonProcessingException {
        return SvgRenderer.MAPPER.writeValueAsString(charts.all()).replace("<", "\\u003c");
    }
}
