package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;
import storemark.text.ParameterText;

/**
 * What one run was made with, for the page.
 *
 * @param heading the run's name, where the report is of several; else empty
 * @param checked whether it is known what was found before the run that may spoil it
 * @param warnings what that was
 * @param facts its options and its machine: names and values, by group
 */
record RunSetUp(
        String heading, Table engines, boolean checked, List<String> warnings, Map<String, Map<String, String>> facts) {
    /** Names in machine.json end in their unit. */
    private static final Pattern UNIT = Pattern.compile("(.+)(Bytes|KiB|KHz)");

    static RunSetUp of(Results run, boolean named) {
        JsonNode warnings = run.machine().path(RunFolder.WARNINGS);
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        facts.put("options", options(run.run()));
        Map<String, String> loose = new LinkedHashMap<>();
        Map<String, Map<String, String>> groups = new LinkedHashMap<>();
        run.machine().properties().forEach(group -> {
            if (group.getValue().isObject()) {
                addFacts("", group.getValue(), groups.computeIfAbsent(group.getKey(), key -> new LinkedHashMap<>()));
            } else if (!group.getKey().equals(RunFolder.WARNINGS)) {
                addFact(group.getKey(), group.getValue(), loose);
            }
        });
        if (!loose.isEmpty()) {
            facts.put("machine", loose);
        }
        facts.putAll(groups);
        return new RunSetUp(named ? run.name() : "", engines(run.run()), warnings.isArray(), texts(warnings), facts);
    }

    private static Table engines(RunFile run) {
        boolean settings =
                run.engines().stream().anyMatch(engine -> !settings(engine).isEmpty());
        List<String> head = new ArrayList<>(List.of("engine", "version", "licence", "how it keeps the durability"));
        if (settings) {
            head.add("settings");
        }
        List<List<String>> rows = new ArrayList<>();
        for (EngineEntry engine : run.engines()) {
            List<String> row = new ArrayList<>(List.of(
                    engine.spec(),
                    Objects.requireNonNullElse(engine.version(), "not available"),
                    Objects.requireNonNullElse(engine.license(), ""),
                    Objects.requireNonNullElse(engine.durability(), "")));
            if (settings) {
                row.add(settings(engine));
            }
            rows.add(row);
        }
        return Table.of("data words", head, rows);
    }

    private static String settings(EngineEntry engine) {
        return new TreeMap<>(Objects.requireNonNullElse(engine.settings(), Map.<String, String>of()))
                .entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining("; "));
    }

    private static Map<String, String> options(RunFile run) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("suite", run.suite());
        options.put("started", run.started());
        options.put("harness", run.harness());
        // By name, because a run that was just measured and one that was read again list them in different orders.
        options.putAll(new TreeMap<>(Objects.requireNonNullElse(run.options(), Map.of())));
        return options;
    }

    private static void addFacts(String prefix, JsonNode group, Map<String, String> facts) {
        group.properties().forEach(entry -> {
            if (entry.getValue().isObject()) {
                addFacts(prefix + entry.getKey() + " ", entry.getValue(), facts);
            } else {
                addFact(prefix + entry.getKey(), entry.getValue(), facts);
            }
        });
    }

    private static void addFact(String name, JsonNode value, Map<String, String> facts) {
        Matcher unit = UNIT.matcher(name);
        if (value.isNumber() && unit.matches()) {
            String amount = unit.group(2).equals("Bytes")
                    ? Quantity.BYTES.format(value.doubleValue())
                    : value.asText() + " " + unit.group(2).replace("KHz", "kHz");
            facts.put(ParameterText.words(unit.group(1)), amount);
        } else {
            facts.put(ParameterText.words(name), value.isArray() ? String.join(", ", texts(value)) : value.asText());
        }
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(item -> item.isValueNode() ? item.asText() : item.toString())
                .toList();
    }
}
