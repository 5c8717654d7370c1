package storemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.RunFile.State;

/**
 * {@code report.html}: one file that needs no other and no network. The template of that name takes what it shows from the methods
 * here, by their names; a section whose method returns null or nothing is left out.
 */
record HtmlReport(List<Part> parts, List<PublishedClaims> published) {
    static String of(List<Part> parts, List<PublishedClaims> published, String shared) throws IOException {
        return new Page(shared).of("report", new HtmlReport(parts, published));
    }

    private List<Results> results() {
        return parts.stream().flatMap(part -> part.runs().stream()).toList();
    }

    /** What was asked, as the names of run folders say it behind their time. */
    String heading() {
        return results().stream()
                .map(run -> run.name().replaceFirst("^[0-9]{8}-[0-9]{6}-", ""))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    String lead() {
        return Stream.concat(
                        results().stream().map(this::lead),
                        parts.stream().map(part -> Precision.words(part.data())).filter(words -> !words.isEmpty()))
                .collect(Collectors.joining("; ", "", "."));
    }

    private String lead(Results run) {
        return (results().size() == 1 ? "" : run.name() + ": ")
                + run.run().started().replace("T", " ").replace("Z", " UTC") + ", harness "
                + run.run().harness() + ", "
                + run.run().cells().stream()
                        .filter(cell -> cell.state() == State.DONE)
                        .count() + " of "
                + run.run().cells().size() + " cells measured";
    }

    /**
     * What a part of the report differs in from the first.
     *
     * @param names of what differs
     * @param lines with the values
     */
    record Difference(String part, String from, String names, List<String> lines) {}

    List<Difference> differences() {
        Part first = parts.get(0);
        return parts.stream().skip(1).map(part -> difference(first, part)).toList();
    }

    private static Difference difference(Part from, Part part) {
        List<String> lines = RunDifferences.of(from.runs().get(0), part.runs().get(0));
        String names = lines.stream()
                .map(line -> line.substring(0, line.indexOf(": ")))
                .collect(Collectors.joining(", "));
        return new Difference(part.name(), from.name(), names, lines);
    }

    /** The first is open, as are the first charts. */
    List<Section> sections() {
        List<Section> sections = Stream.of(
                        rates(),
                        Section.ofTable("ties", parts, part -> part.rates().ties()),
                        Section.ofTable("memory", parts, part -> MemoryTable.of(part.data())),
                        charts(ChartSection.BEST),
                        charts(ChartSection.RECORDS),
                        charts(ChartSection.KEY_RANGE),
                        charts(ChartSection.ENTRIES),
                        charts(ChartSection.THREADS),
                        charts(ChartSection.DISK),
                        Section.ofTable("device", parts, part -> DeviceTable.of(part.data())),
                        charts(ChartSection.PEAK_MEMORY),
                        Section.of(ChartSection.AGEING, parts, part -> Ageing.table(part.data())),
                        charts(ChartSection.LATENCY),
                        Section.ofTable("limits", parts, part -> LoadTables.limits(part.data())),
                        Section.of(ChartSection.LOAD, parts, part -> LoadTables.rates(part.data())),
                        Section.ofTable("writers", parts, part -> WriterTable.of(part.data())),
                        Section.ofTable("profile", parts, part -> ProfileTable.of(part.data())),
                        Section.ofTable("debt", parts, part -> DebtTable.of(part.data())),
                        Section.of(ChartSection.PROMISES, parts, part -> Promises.table(part.data())),
                        Section.of(ChartSection.MACHINES, parts, HtmlReport::machines),
                        Section.ofTable("missing", parts, HtmlReport::missing))
                .filter(section -> !section.blocks().isEmpty())
                .toList();
        Optional<Section> first = sections.stream()
                .filter(section -> !section.blocks().get(0).stacks().isEmpty())
                .findFirst();
        return sections.stream()
                .map(section -> first.filter(section::equals).isPresent() ? section.opened() : section)
                .toList();
    }

    private Section charts(ChartSection section) {
        return Section.of(section, parts, part -> null);
    }

    private Section rates() {
        boolean several = parts.stream()
                .flatMap(part -> part.data().groups().stream())
                .anyMatch(group -> Spread.repetitions(group.series()) > 1);
        boolean unranked =
                parts.stream().allMatch(part -> !part.rates().unranked().isEmpty());
        return Section.ofTable("rates", parts, part -> part.rates().html())
                .opened()
                .saying(several ? "intervals" : "one_run")
                .saying(unranked ? "unranked" : "ranked");
    }

    /** Boxes that show and hide an engine in all charts and tables. */
    List<String> engines() {
        return parts.stream()
                .flatMap(part -> part.data().names().stream())
                .distinct()
                .toList();
    }

    boolean hasPublished() {
        return !published.isEmpty();
    }

    List<RunSetUp> runs() {
        return results().stream()
                .map(run -> RunSetUp.of(run, results().size() > 1))
                .toList();
    }

    private static Table machines(Part part) {
        return ShardSpeeds.of(part.runs().get(0)).map(ShardSpeeds::table).orElse(null);
    }

    /** The cells without a result, equal ones of several repetitions once. */
    private static Table missing(Part part) {
        return Table.orNone(
                "data words",
                List.of("engine", "workload", "threads", "state", "reason"),
                part.data()
                        .all()
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
        return SvgRenderer.MAPPER
                .writeValueAsString(Stream.concat(
                                parts.stream().flatMap(part -> part.charts().all().stream()),
                                published.stream().flatMap(source -> source.charts().stream()))
                        .toList())
                .replace("<", "\\u003c");
    }
}
