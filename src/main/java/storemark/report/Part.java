package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import storemark.results.Results;
import storemark.text.Amount;

/**
 * Runs of one machine, of equal versions and parameters: only these are compared, in tables and charts of their own. Immutable.
 *
 * @param name of its runs, or empty where a report has one part
 * @param charts those of each section that show anything
 */
record Part(String name, ReportData data, Map<Topic, List<Chart>> charts, SummaryTable rates) {
    /** The parts of a report, in the order of its runs. */
    static List<Part> of(List<Results> runs) {
        List<List<Results>> alike = new ArrayList<>();
        for (Results run : runs) {
            alike.stream()
                    .filter(some -> some.stream()
                            .allMatch(one -> RunDifferences.of(one, run).isEmpty()))
                    .findFirst()
                    .orElseGet(() -> {
                        alike.add(new ArrayList<>());
                        return alike.get(alike.size() - 1);
                    })
                    .add(run);
        }
        return alike.stream().map(some -> of(some, alike.size() > 1)).toList();
    }

    private static Part of(List<Results> runs, boolean named) {
        String name = named ? runs.stream().map(Results::name).distinct().collect(Collectors.joining(" + ")) : "";
        ReportData data = new ReportData(runs);
        Map<Topic, List<Chart>> charts = Topic.charts(data);
        if (named) {
            charts.replaceAll(
                    (topic, all) -> all.stream().map(chart -> chart.of(name)).toList());
        }
        return new Part(name, data, charts, SummaryTable.of(data));
    }

    List<Results> runs() {
        return data.runs();
    }

    /** What it found, in sentences. */
    List<String> findings() {
        return Findings.of(rates, data, ScalabilityCharts.of(data).unmeasured());
    }

    /** What spoils its numbers: found before its runs, or seen in them. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (Results run : runs()) {
            String which = runs().size() > 1 ? run.name() + ": " : "";
            RunSetUp.of(run, false).warnings().forEach(warning -> warnings.add(which + warning));
            if (run.memoryAdvisory() != null) {
                warnings.add(which + "memory budget not enforced: " + run.memoryAdvisory());
            }
        }
        warnings.add(DiskUse.impossible(data.groups()));
        warnings.add(Promises.broken(data.groups().stream().flatMap(group -> group.series().stream())));
        warnings.removeIf(String::isEmpty);
        return warnings;
    }

    /** What the numbers are of: machine, memory, Java, records, durability, repetitions. */
    Map<String, String> facts() {
        Results run = runs().get(0);
        JsonNode machine = run.machine();
        List<Series> measured =
                data.all().flatMap(group -> group.measured().stream()).toList();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("engines", releases());
        facts.put(
                "machine",
                Words.joined(
                        ", ",
                        machine.at("/cpu/model").asText(),
                        counted(machine.at("/cpu/usableCores"), " cores"),
                        machine.at("/cpu/virtual").asBoolean() ? "virtual" : "",
                        machine.at("/storage/fileSystem").isTextual()
                                ? "data on " + machine.at("/storage/fileSystem").asText()
                                : ""));
        String budgets = Words.alternatives(
                measured.stream()
                        .map(Series::parameters)
                        .filter(Memory::isGiven)
                        .map(one -> one.get("memory")),
                text -> Quantity.BYTES.format(Amount.bytes(text)));
        facts.put(
                "memory",
                Words.joined(
                        " of ",
                        budgets.isEmpty() ? "" : budgets + " for each fork",
                        Quantity.BYTES.format(Memory.all(run))));
        facts.put("Java", machine.at("/jvm/version").asText());
        facts.put("records", several(measured, Words::records, " sizes and numbers"));
        facts.put("durability", several(measured, one -> one.get("durability"), " levels"));
        facts.put("repetitions", String.valueOf(Spread.repetitions(measured)));
        facts.values().removeIf(text -> text.isEmpty() || text.equals("n/a"));
        return facts;
    }

    /** Each library with its version and the year of that. */
    private String releases() {
        return runs().stream()
                .flatMap(run -> run.run().engines().stream())
                .map(engine -> Words.joined(" ", engine.spec().split(":", 2)[0], Releases.of(engine.version())))
                .distinct()
                .filter(named -> named.indexOf(' ') > 0)
                .collect(Collectors.joining(", "));
    }

    /** In the order of the page. */
    List<Chart> allCharts() {
        return charts.values().stream().flatMap(List::stream).toList();
    }

    /** The charts as pictures, which go where the report does not: they name versions and processor. */
    List<Chart> pictures() {
        String sentence = Words.joined("; ", releases(), facts().getOrDefault("machine", ""));
        return allCharts().stream().map(chart -> chart.saying(sentence)).toList();
    }

    private static String counted(JsonNode number, String what) {
        return number.isNumber() ? number.asText() + what : "";
    }

    /** All of a few, else how many. */
    private static String several(List<Series> series, Function<Map<String, String>, String> words, String what) {
        List<String> all = series.stream()
                .map(Series::parameters)
                .filter(one -> one.containsKey("durability"))
                .map(words)
                .distinct()
                .toList();
        return all.size() > 3 ? all.size() + what + ", such as " + all.get(0) : String.join(" or ", all);
    }
}
