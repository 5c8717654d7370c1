package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import storemark.results.Results;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;
import storemark.text.ParameterText;

/**
 * What one run was made with, for the page.
 *
 * @param heading the run's name, where the report is of several; else empty
 * @param hasSettings whether any engine has some
 * @param checked whether it is known what was found before the run that may spoil it
 * @param warnings what that was
 * @param facts its options and its machine: names and values, by group
 */
record RunSetUp(
        String heading,
        List<EngineEntry> engines,
        boolean hasSettings,
        boolean checked,
        List<String> warnings,
        Map<String, Map<String, String>> facts) {
    /** Names in machine.json end in their unit. */
    private static final Pattern UNIT = Pattern.compile("(.+)(Bytes|KiB|KHz)");

    static RunSetUp of(Results run, boolean named) {
        JsonNode warnings = run.machine().path(RunFolder.WARNINGS);
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        Map<String, String> options = new LinkedHashMap<>();
        options.put("suite", run.run().suite());
        options.put("started", run.run().started());
        options.put("harness", run.run().harness());
        options.putAll(run.run().options());
        facts.put("options", options);
        facts.put("machine", new LinkedHashMap<>());
        run.machine().properties().forEach(fact -> {
            if (fact.getValue().isObject()) {
                add("", fact.getValue(), facts.computeIfAbsent(fact.getKey(), key -> new LinkedHashMap<>()));
            } else if (!Set.of(RunFolder.WARNINGS, Results.SHARDS).contains(fact.getKey())) {
                add(fact.getKey(), fact.getValue(), facts.get("machine"));
            }
        });
        facts.values().removeIf(Map::isEmpty);
        return new RunSetUp(
                named ? run.name() : "",
                run.run().engines(),
                run.run().engines().stream()
                        .anyMatch(engine -> !engine.settings().isEmpty()),
                warnings.isArray(),
                texts(warnings),
                facts);
    }

    private static void add(String name, JsonNode value, Map<String, String> facts) {
        Matcher unit = UNIT.matcher(name);
        if (value.isObject()) {
            value.properties().forEach(part -> add((name + " " + part.getKey()).strip(), part.getValue(), facts));
        } else if (value.isNumber() && unit.matches()) {
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
