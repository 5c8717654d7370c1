package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import storemark.report.published.Fact.Gap;
import storemark.report.published.Fact.Measure;
import storemark.results.Estimate;

/** A page of three engines with one claim, and small tables of results for it. */
final class Fixture {
    private Fixture() {}

    /**
     * @param comparisons of the claim, as YAML, without brackets around the list
     */
    static Source page(String comparisons) {
        return page(comparisons, 0);
    }

    static Source page(String comparisons, int cores) {
        String yaml = "- {source: page, cores: " + cores
                + ", reference: a, scale: 1G records, over: {entries: [100, 1000]}, labels: {},"
                + " engines: {a: {engine: A}, b: {engine: B}, c: {engine: C}},"
                + " claims: {X: {claim: a claim, expected: a condition, judged: [" + comparisons + "]}}}";
        return Source.read(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .get(0);
    }

    /** The verdict on the claim of {@link #page} that follows from {@link #facts}. */
    static Verdict verdict(String comparisons, String facts) {
        List<Verdict> verdicts = Verdict.of(page(comparisons), facts(facts));
        assertEquals(1, verdicts.size());
        return verdicts.get(0);
    }

    /**
     * Reads {@code A read threads=2 100,110; B read threads=2 !the disk is full; C read ~too large}: the engine, the workload,
     * labels, and the rates of the repetitions, why there are none, or why the suite leaves it out. A label that is not named has
     * the value of {@code 1 thread of run r on disk}. {@code 100*4} are four repetitions of the same rate, {@code 100} five.
     */
    static Facts facts(String rows) {
        return new Facts(
                Stream.of(rows.split(";", -1))
                        .map(String::strip)
                        .filter(row -> !row.isEmpty())
                        .map(Fixture::fact)
                        .toList(),
                Map.of("r", 4, "s", 1));
    }

    private static double[] rates(String result) {
        if (!result.contains(",")) {
            String[] times = result.split("[*]", -1);
            int count = times.length == 1 ? 5 : Integer.parseInt(times[1]);
            return DoubleStream.generate(() -> Double.parseDouble(times[0]))
                    .limit(count)
                    .toArray();
        }
        return Stream.of(result.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
    }

    private static Fact fact(String row) {
        List<String> words = new ArrayList<>(List.of(row.split(" +", -1)));
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("engine", words.remove(0));
        labels.put("workload", words.remove(0));
        labels.putAll(Map.of("threads", "1", "entries", "100", "run", "r", "medium", "disk", "window", "ALL"));
        while (words.get(0).contains("=")) {
            String[] label = words.remove(0).split("=", 2);
            labels.put(label[0], label[1]);
        }
        String result = String.join(" ", words);
        if (result.startsWith("!") || result.startsWith("~")) {
            return new Fact(labels, Map.of(), new Gap(result.substring(1), result.startsWith("~")));
        }
        Estimate rate = Estimate.of(rates(result));
        return new Fact(labels, Map.of(Measure.RATE, rate), null);
    }
}
