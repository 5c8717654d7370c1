package storemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
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
        List<Section> sections = Stream.of(Topic.values())
                .map(topic -> topic == Topic.RATES ? rates() : Section.of(topic, parts))
                .filter(section -> !section.blocks().isEmpty())
                .toList();
        Optional<Section> first = sections.stream()
                .filter(section -> !section.blocks().get(0).stacks().isEmpty())
                .findFirst();
        return sections.stream()
                .map(section -> first.filter(section::equals).isPresent() ? section.opened() : section)
                .toList();
    }

    private Section rates() {
        boolean several = parts.stream()
                .flatMap(part -> part.data().groups().stream())
                .anyMatch(group -> Spread.repetitions(group.series()) > 1);
        boolean unranked =
                parts.stream().allMatch(part -> !part.rates().unranked().isEmpty());
        return Section.of(Topic.RATES, parts)
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

    static Metric[] metrics() {
        return Metric.values();
    }

    /** JSON may hold '<' only inside strings, where this escape means the same and ends no script element. */
    String json() throws JsonProcessingException {
        return SvgRenderer.MAPPER
                .writeValueAsString(Stream.concat(
                                parts.stream().flatMap(part -> part.allCharts().stream()),
                                published.stream().flatMap(source -> source.charts().stream()))
                        .toList())
                .replace("<", "\\u003c");
    }
}
