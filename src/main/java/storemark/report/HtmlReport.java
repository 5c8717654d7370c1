package storemark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import storemark.results.Results;
import storemark.results.RunFile;

/** {@code report.html}: one file that needs no other and no network. */
final class HtmlReport {
    /** A headed part of the page. */
    private record Section(String id, String heading, String about, String content) {}

    private final ReportData data;
    private final List<Section> sections = new ArrayList<>();

    private HtmlReport(ReportData data) {
        this.data = data;
    }

    static String of(ReportData data, ChartSet charts) throws IOException {
        HtmlReport report = new HtmlReport(data);
        report.addRates();
        report.addPublished();
        report.addMemory();
        report.addCharts(charts);
        report.addDebt();
        report.addSetUp();
        report.addMissing();
        return report.page(charts);
    }

    private void addRates() {
        boolean rounds = data.groups().stream().anyMatch(group -> Spread.rounds(group.series()) > 1);
        String about = "Operations a second over all measured steps; the best engine's is bold."
                + (rounds
                        ? " \u00b1: half the distance between two rounds, or half the 95% confidence interval from three"
                                + " rounds on."
                        : " One run.");
        String table = HtmlSummary.of(SummaryTable.of(data));
        add("rates", "Rates", about, Html.element("div", "class=\"card\"", table));
    }

    private void addMemory() {
        MemoryTable memory = MemoryTable.of(data);
        if (!memory.isEmpty()) {
            List<String> head = new ArrayList<>(List.of("engine"));
            head.addAll(MemoryTable.HEAD);
            add("memory", "Memory", MemoryTable.ABOUT, card(Html.foldedTable("data lines", head, memory.rows())));
        }
    }

    private void addPublished() throws IOException {
        String published = HtmlPublished.of(data.runs());
        if (!published.isEmpty()) {
            add(
                    "published",
                    "Published beside measured",
                    "Only ratios between engines are compared: absolute rates belong to the machines of their time.",
                    published);
        }
    }

    private void addCharts(ChartSet charts) {
        charts.parts().forEach(part -> {
            String notes = part.notes().stream()
                    .map(note -> Html.element("p", "class=\"about\"", Html.text(note)))
                    .collect(Collectors.joining());
            if (!part.charts().isEmpty() || !notes.isEmpty()) {
                add(part.id(), part.heading(), part.about(), HtmlCharts.figures(part.charts()) + notes);
            }
        });
    }

    private void addDebt() {
        String table = HtmlDebt.of(data);
        if (!table.isEmpty()) {
            add("debt", "Debt and steady state", HtmlDebt.ABOUT, card(table));
        }
    }

    private void addSetUp() throws IOException {
        StringBuilder engines = new StringBuilder();
        StringBuilder machines = new StringBuilder();
        for (Results run : data.runs()) {
            String name = data.runs().size() == 1 ? "" : Html.element("h3", "", Html.text(run.name()));
            engines.append(name).append(HtmlSetUp.engines(run));
            machines.append(name).append(HtmlMachine.of(run));
        }
        add("engines", "Engines", "As the loaded libraries say it of themselves.", card(engines));
        String libraries = HtmlSetUp.libraries(data.runs());
        if (!libraries.isEmpty()) {
            add("libraries", "Size of the libraries", HtmlSetUp.ABOUT_LIBRARIES, card(libraries));
        }
        add("machine", "Options and machine", "", card(machines));
    }

    private void addMissing() {
        List<List<String>> rows = HtmlSetUp.missing(data);
        if (!rows.isEmpty()) {
            String table =
                    Html.foldedTable("data words", List.of("engine", "workload", "threads", "state", "reason"), rows);
            add(
                    "missing",
                    "Not measured",
                    "Cells that failed, are not supported or have not run, and why.",
                    card(table));
        }
    }

    private static String card(CharSequence content) {
        return Html.element("div", "class=\"card\"", content.toString());
    }

    private void add(String id, String heading, String about, String content) {
        sections.add(new Section(id, heading, about, content));
    }

    private String page(ChartSet charts) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("title", Html.text("Storemark: " + heading()));
        parts.put("heading", Html.text(heading()));
        parts.put("lead", Html.text(lead()));
        parts.put("fonts", font(400, "lib/inter-400.woff2") + font(700, "lib/inter-700.woff2"));
        parts.put("css", Resources.text("report.css"));
        parts.put("navigation", navigation());
        parts.put("sections", sections.stream().map(this::section).collect(Collectors.joining("\n")));
        parts.put("metrics", Html.element("div", "class=\"card\"", HtmlSetUp.metrics()));
        // JSON may hold '<' only inside strings, where this escape means the same and ends no script element.
        parts.put("data", new ObjectMapper().writeValueAsString(charts.all()).replace("<", "\\u003c"));
        parts.put("echarts", Resources.text("lib/echarts.js"));
        StringBuilder scripts = new StringBuilder();
        for (String script : Resources.CHART_SCRIPTS) {
            scripts.append(Resources.text(script));
        }
        parts.put("scripts", scripts.append(Resources.text("report.js")).toString());
        return Template.fill(Resources.text("report.html"), parts);
    }

    private String heading() {
        return data.runs().stream().map(run -> run.run().suite()).distinct().collect(Collectors.joining(", "));
    }

    private String lead() {
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

    private String navigation() {
        String links = sections.stream()
                .map(section -> link(section.id(), section.heading()))
                .collect(Collectors.joining());
        return Html.element("div", "", links + link("definitions", "Definitions"));
    }

    private static String link(String id, String text) {
        return Html.element("a", "href=\"#" + id + "\"", Html.text(text));
    }

    private String section(Section section) {
        String filter = section.id().equals("rates") ? filter() : "";
        return Html.element(
                "section",
                "id=\"" + section.id() + "\"",
                Html.element("h2", "", Html.text(section.heading()))
                        + (section.about().isEmpty()
                                ? ""
                                : Html.element("p", "class=\"about\"", Html.text(section.about())))
                        + section.content()
                        + filter);
    }

    /** Boxes that show and hide a series in all charts. */
    private String filter() {
        Set<String> charted = data.groups().stream()
                .flatMap(group -> group.measured().stream())
                .map(Series::name)
                .collect(Collectors.toSet());
        String boxes = data.names().stream()
                .filter(charted::contains)
                .map(name -> Html.element(
                        "label",
                        "",
                        "<input type=\"checkbox\" checked value=\"" + Html.text(name) + "\">" + Html.text(name)))
                .collect(Collectors.joining());
        return Html.element("fieldset", "class=\"filter\" aria-label=\"Series in the charts\"", boxes);
    }

    private static String font(int weight, String resource) throws IOException {
        String bytes = Base64.getEncoder().encodeToString(Resources.bytes(resource));
        return "@font-face { font-family: Inter; font-weight: " + weight + "; src: url(data:font/woff2;base64," + bytes
                + ") format('woff2'); }\n";
    }
}
