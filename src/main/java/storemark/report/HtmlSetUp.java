package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import storemark.results.Metric;
import storemark.results.RunFile;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;

/** What was measured, on what, and what could not be: engines, options, machine, missing cells, and the metrics' meanings. */
final class HtmlSetUp {
    private HtmlSetUp() {}

    static String engines(RunFolder run) {
        List<List<String>> rows = new ArrayList<>();
        for (EngineEntry engine : run.run().engines()) {
            Map<String, String> settings = sorted(engine.settings());
            rows.add(List.of(
                    engine.spec(),
                    Objects.requireNonNullElse(engine.version(), "not available"),
                    Objects.requireNonNullElse(engine.license(), ""),
                    Objects.requireNonNullElse(engine.durability(), ""),
                    settings.entrySet().stream()
                            .map(entry -> entry.getKey() + ": " + entry.getValue())
                            .collect(Collectors.joining("; "))));
        }
        return Html.table(
                "data words", List.of("engine", "version", "licence", "how it keeps the durability", "settings"), rows);
    }

    static String options(RunFolder run) {
        RunFile file = run.run();
        List<String> rows = new ArrayList<>();
        rows.add(fact("suite", file.suite()));
        rows.add(fact("started", file.started()));
        rows.add(fact("harness", file.harness()));
        sorted(file.options()).forEach((name, value) -> rows.add(fact(name, value)));
        return facts("options", rows);
    }

    /** By name, because a run that was just measured and one that was read again list them in different orders. */
    private static Map<String, String> sorted(Map<String, String> facts) {
        return new TreeMap<>(Objects.requireNonNullElse(facts, Map.of()));
    }

    /** The groups of machine.json, whatever they hold. */
    static String machine(RunFolder run) throws IOException {
        StringBuilder groups = new StringBuilder();
        List<String> loose = new ArrayList<>();
        run.machine().properties().forEach(group -> {
            if (group.getValue().isObject()) {
                List<String> rows = new ArrayList<>();
                addFacts("", group.getValue(), rows);
                groups.append(facts(group.getKey(), rows));
            } else {
                loose.add(fact(Words.words(group.getKey()), value(group.getKey(), group.getValue())));
            }
        });
        return (loose.isEmpty() ? "" : facts("machine", loose)) + groups;
    }

    private static void addFacts(String prefix, JsonNode group, List<String> rows) {
        group.properties().forEach(entry -> {
            String name = prefix + Words.words(entry.getKey());
            if (entry.getValue().isObject()) {
                addFacts(name + " ", entry.getValue(), rows);
            } else {
                rows.add(fact(name.replaceAll(" bytes$", ""), value(entry.getKey(), entry.getValue())));
            }
        });
    }

    private static String value(String name, JsonNode value) {
        if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(item.isValueNode() ? item.asText() : item.toString()));
            return String.join(", ", items);
        }
        return value.isNumber() && name.endsWith("Bytes") ? Quantity.BYTES.format(value.doubleValue()) : value.asText();
    }

    private static String facts(String name, List<String> rows) {
        String table = Html.element("table", "", Html.element("tbody", "", String.join("\n", rows)));
        return Html.element("div", "", Html.element("h4", "", Html.text(name)) + table);
    }

    private static String fact(String name, String value) {
        return Html.element(
                "tr",
                "",
                Html.element("th", "scope=\"row\"", Html.text(name)) + Html.element("td", "", Html.text(value)));
    }

    /** The cells without a result, equal ones of several rounds once; empty when there is none. */
    static List<List<String>> missing(RunFolder run) {
        List<List<String>> rows = new ArrayList<>();
        for (CellEntry cell : run.run().cells()) {
            String state = switch (cell.state()) {
                case DONE -> "";
                case PENDING -> "pending";
                case FAILED -> "failed";
                case UNSUPPORTED -> "not supported";
            };
            if (!state.isEmpty()) {
                rows.add(List.of(
                        cell.engine(),
                        cell.workload(),
                        Words.threads(cell.threads()),
                        state,
                        Objects.requireNonNullElse(cell.reason(), "")));
            }
        }
        return rows.stream().distinct().toList();
    }

    static String metrics() {
        List<List<String>> rows = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            rows.add(List.of(metric.name(), metric.unit(), metric.meaning()));
        }
        return Html.table("data words", List.of("metric", "unit", "meaning"), rows);
    }
}
