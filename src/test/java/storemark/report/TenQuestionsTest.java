package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.Results;

/** Ten questions to the choosing page in docs/checks.md, worked out again from the increments of the committed run. */
class TenQuestionsTest {
    private static final List<String> KINDS = List.of("read", "update", "scan", "insert");
    private static final double MEMORY = 256 << 20;

    /** A row of the table: weights, the bytes of a value, records, threads, durability, the first and its rate. */
    private record Question(Map<String, Double> weights, int value, double records, int threads, String promise) {
        static Question of(List<String> row) {
            Map<String, Double> weights = new LinkedHashMap<>();
            for (int kind = 0; kind < KINDS.size(); kind++) {
                double weight = Double.parseDouble(row.get(kind));
                if (weight > 0) {
                    weights.put(KINDS.get(kind), weight);
                }
            }
            return new Question(
                    weights,
                    Integer.parseInt(row.get(4)),
                    Double.parseDouble(row.get(5).replace(",", "")),
                    Integer.parseInt(row.get(6)),
                    row.get(7));
        }

        String script() {
            String asked = KINDS.stream()
                    .map(kind -> kind + ": " + weights.getOrDefault(kind, 0.0))
                    .collect(Collectors.joining(", "));
            return "choosing.decide(data, {" + asked + ", value: '" + value + "', data: "
                    + records * (8 + value) / MEMORY
                    + ", durability: '" + promise + "', threads: " + threads
                    + ", licence: 'any', needs: [], rank: 'rate', target: 0, percentile: 'p99'})[0].rows";
        }
    }

    @AutoClose
    private static Decide decide;

    private static Results run;

    @BeforeAll
    static void read() throws Exception {
        run = Results.read(Path.of("charts/choose"));
        Choice.Facts all = new Choice.Facts(Set.of(), Set.of("process", "power"), Set.of(), Map.of());
        decide = new Decide(Choice.of(
                List.of(run), one -> engines().stream().collect(Collectors.toMap(engine -> engine, engine -> all))));
    }

    private static List<String> engines() {
        return run.measurements().stream().map(Measurement::engine).distinct().toList();
    }

    private static List<List<String>> table() throws Exception {
        return Files.readString(Path.of("docs/checks.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| reads | updates |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(cell -> cell.strip().replace("`", ""))
                        .toList())
                .toList();
    }

    @Test
    void thePageAnswersAsTheIncrementsDo() throws Exception {
        List<List<String>> table = table();
        assertEquals(10, table.size());
        for (List<String> row : table) {
            Question question = Question.of(row);
            JsonNode rows = decide.evaluate(question.script());
            assertTrue(rows.size() >= 4, row::toString);
            for (JsonNode engine : rows) {
                double expected = rate(engine.get("engine").asText(), question);
                assertEquals(
                        expected, engine.get("rate").asDouble(), 1e-6 * expected, row + ": " + engine.get("engine"));
            }
            String first = engines().stream()
                    .filter(engine -> rate(engine, question) > 0)
                    .max(Comparator.comparingDouble(engine -> rate(engine, question)))
                    .orElseThrow();
            assertEquals(
                    row.subList(8, 10), List.of(first, Quantity.COUNT.format(rate(first, question))), row::toString);
            assertEquals(first, rows.get(0).get("engine").asText(), row::toString);
        }
    }

    /** The median of the repetitions' weighted harmonic means; {@link Double#NaN} for an engine that lacks an operation. */
    private static double rate(String engine, Question question) {
        return Estimate.median(IntStream.rangeClosed(1, 5)
                        .mapToDouble(repetition -> mix(engine, question, repetition))
                        .toArray())
                .mean();
    }

    private static double mix(String engine, Question question, int repetition) {
        double work = 0;
        double time = 0;
        for (Map.Entry<String, Double> kind : question.weights.entrySet()) {
            work += kind.getValue();
            time += kind.getValue() / rate(engine, question, kind.getKey(), repetition);
        }
        return work / time;
    }

    /** Of the smallest store that reaches so far; what only reads serves for each promise. */
    private static double rate(String engine, Question question, String kind, int repetition) {
        return run.measurements().stream()
                .filter(one -> one.engine().equals(engine)
                        && one.workload().label().equals(kind)
                        && one.threads() == question.threads
                        && one.repetition() == repetition
                        && one.parameters().get("valueBytes").equals(String.valueOf(question.value)))
                .filter(one -> one.parameters().get("durability").equals(question.promise)
                        || kind.equals("read")
                        || kind.equals("scan"))
                .filter(one -> one.last(Metric.keyRange) >= question.records)
                .min(Comparator.comparingDouble(one -> one.last(Metric.keyRange)))
                .map(one -> between(one.steps(), question.records))
                .orElse(Double.NaN);
    }

    /** A straight line between logarithms, from the increment at or before to that at or after. */
    private static double between(List<Step> steps, double records) {
        Step low = before(steps, records);
        Step high = after(steps, records);
        double from = low.metric(Metric.keyRange);
        double to = high.metric(Metric.keyRange);
        double share = from == to ? 0 : Math.log(records / from) / Math.log(to / from);
        return Math.exp((1 - share) * Math.log(low.rate()) + share * Math.log(high.rate()));
    }

    private static Step before(List<Step> steps, double records) {
        return steps.stream()
                .filter(step -> step.metric(Metric.keyRange) <= records)
                .reduce((one, next) -> next)
                .orElse(null);
    }

    private static Step after(List<Step> steps, double records) {
        return steps.stream()
                .filter(step -> step.metric(Metric.keyRange) >= records)
                .findFirst()
                .orElse(null);
    }
}
