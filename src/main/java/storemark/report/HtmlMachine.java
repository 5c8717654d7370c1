package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFolder;
import storemark.text.ParameterText;

/** The options of a run and its machine, as small tables of names and values. */
final class HtmlMachine {
    /** Names in machine.json end in their unit. */
    private static final Pattern UNIT = Pattern.compile("(.+)(Bytes|KiB|KHz)");

    private HtmlMachine() {}

    static String of(Results run) {
        JsonNode machine = run.machine();
        return warnings(machine.path(RunFolder.WARNINGS))
                + Html.element("div", "class=\"facts\"", options(run.run()) + machine(machine));
    }

    /** What was found before the run that may spoil it; a run of before such was kept has no list. */
    private static String warnings(JsonNode warnings) {
        if (!warnings.isArray()) {
            return "";
        }
        StringBuilder items = new StringBuilder();
        warnings.forEach(warning -> items.append(Html.element("li", "", Html.text(warning.asText()))));
        String found =
                items.isEmpty() ? "Nothing was found before the run that would spoil it." : "Found before the run:";
        return Html.element("p", "", Html.text(found))
                + (items.isEmpty() ? "" : Html.element("ul", "", items.toString()));
    }

    private static String options(RunFile file) {
        List<String> rows = new ArrayList<>();
        rows.add(fact("suite", file.suite()));
        rows.add(fact("started", file.started()));
        rows.add(fact("harness", file.harness()));
        // By name, because a run that was just measured and one that was read again list them in different orders.
        new TreeMap<>(Objects.requireNonNullElse(file.options(), Map.<String, String>of()))
                .forEach((name, value) -> rows.add(fact(name, value)));
        return table("options", rows);
    }

    /** The groups of machine.json, whatever they hold. */
    private static String machine(JsonNode machine) {
        StringBuilder groups = new StringBuilder();
        List<String> loose = new ArrayList<>();
        machine.properties().forEach(group -> {
            if (group.getKey().equals(RunFolder.WARNINGS)) {
                return;
            }
            if (group.getValue().isObject()) {
                List<String> rows = new ArrayList<>();
                addFacts("", group.getValue(), rows);
                groups.append(table(group.getKey(), rows));
            } else {
                loose.add(fact(group.getKey(), group.getValue()));
            }
        });
        return (loose.isEmpty() ? "" : table("machine", loose)) + groups;
    }

    private static void addFacts(String prefix, JsonNode group, List<String> rows) {
        group.properties().forEach(entry -> {
            if (entry.getValue().isObject()) {
                addFacts(prefix + entry.getKey() + " ", entry.getValue(), rows);
            } else {
                rows.add(fact(prefix + entry.getKey(), entry.getValue()));
            }
        });
    }

    private static String fact(String name, JsonNode value) {
        Matcher unit = UNIT.matcher(name);
        if (value.isNumber() && unit.matches()) {
            String amount = unit.group(2).equals("Bytes")
                    ? Quantity.BYTES.format(value.doubleValue())
                    : value.asText() + " " + unit.group(2).replace("KHz", "kHz");
            return fact(ParameterText.words(unit.group(1)), amount);
        }
        return fact(ParameterText.words(name), text(value));
    }

    private static String text(JsonNode value) {
        if (!value.isArray()) {
            return value.asText();
        }
        List<String> items = new ArrayList<>();
        value.forEach(item -> items.add(item.isValueNode() ? item.asText() : item.toString()));
        return String.join(", ", items);
    }

    private static String table(String name, List<String> rows) {
        String table = Html.element("table", "", Html.element("tbody", "", String.join("\n", rows)));
        return Html.element("div", "", Html.element("h4", "", Html.text(name)) + table);
    }

    private static String fact(String name, String value) {
        String row = Html.element("th", "scope=\"row\"", Html.text(name)) + Html.element("td", "", Html.text(value));
        return Html.element("tr", "", row);
    }
}
