package storemark.results;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import storemark.results.Measurement.Step;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFile.State;

/**
 * {@code results.csv}: comma-separated values after RFC 4180, a row for each increment of each repetition of each finished cell, a
 * column for each metric that any of them has, and for each parameter. A field is empty when the value could not be read. With {@code run.json} it holds
 * all that the cells' own files do for a report.
 */
public final class ResultsCsv {
    private static final String PARAMETER = "parameter.";
    private static final CsvMapper MAPPER = CsvMapper.builder()
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            // Else a parameter that is an empty text could not be told from one that the cell has not.
            .enable(CsvGenerator.Feature.ALWAYS_QUOTE_EMPTY_STRINGS)
            .enable(CsvParser.Feature.EMPTY_UNQUOTED_STRING_AS_NULL)
            .enable(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS)
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    /** Also what would be read as escaped. */
    private static final Pattern FORMULA = Pattern.compile("'*[=+@\\t\\r-].*", Pattern.DOTALL);

    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9.]+([eE][+-]?[0-9]+)?");

    private ResultsCsv() {}

    /** Writes the measurements of {@code runs}, one run after the other. */
    public static void write(Path file, List<Results> runs) throws IOException {
        CsvSchema.Builder columns = CsvSchema.builder().setUseHeader(true).setLineSeparator("\r\n");
        List.of("run", "cell", "engine", "version", "workload", "threads", "repetition", "increment", "rate")
                .forEach(columns::addColumn);
        Set<Metric> metrics = EnumSet.noneOf(Metric.class);
        runs.stream()
                .flatMap(run -> run.measurements().stream())
                .flatMap(one -> one.steps().stream())
                .forEach(step -> metrics.addAll(step.metrics().keySet()));
        metrics.forEach(metric -> columns.addColumn(metric.name()));
        TreeSet<String> parameters = new TreeSet<>();
        runs.forEach(run -> run.measurements()
                .forEach(one -> parameters.addAll(one.parameters().keySet())));
        parameters.forEach(name -> columns.addColumn(PARAMETER + name));
        ByteArrayOutputStream csv = new ByteArrayOutputStream();
        try (SequenceWriter rows = MAPPER.writer(columns.build()).writeValues(csv)) {
            for (Results run : runs) {
                Map<String, String> versions = new HashMap<>();
                for (EngineEntry engine : run.run().engines()) {
                    versions.put(engine.spec(), engine.version());
                }
                for (Measurement one : run.measurements()) {
                    for (int step = 0; step < one.steps().size(); step++) {
                        rows.write(row(run.name(), versions.get(one.engine()), one, step));
                    }
                }
            }
        }
        WholeFile.writeForced(file, csv.toByteArray()); // it may be the only copy of what was measured
    }

    private static Map<String, Object> row(String run, String version, Measurement one, int step) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("run", escaped(run));
        row.put("cell", one.cell());
        row.put("engine", escaped(one.engine()));
        row.put("version", escaped(version));
        row.put("workload", one.workload().label());
        row.put("threads", one.threads());
        row.put("repetition", one.repetition());
        row.put("increment", step + 1);
        Step measured = one.steps().get(step);
        row.put("rate", number(measured.rate()));
        measured.metrics().forEach((metric, value) -> row.put(metric.name(), number(value)));
        one.parameters().forEach((name, value) -> row.put(PARAMETER + name, escaped(value)));
        return row;
    }

    /** {@code text} with an apostrophe before it where a spreadsheet would run it as a formula. */
    private static String escaped(String text) {
        return text != null
                        && FORMULA.matcher(text).matches()
                        && !NUMBER.matcher(text).matches()
                ? "'" + text
                : text;
    }

    private static String plain(String field) {
        return field.startsWith("'") && FORMULA.matcher(field).matches() ? field.substring(1) : field;
    }

    private static BigDecimal number(double value) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).stripTrailingZeros() : null;
    }

    /**
     * Reads what {@link #write} wrote of one run.
     *
     * @return by the id of each finished cell its repetitions in order
     * @throws IOException naming the file, when it is missing or damaged, or lacks a finished cell
     */
    static Map<String, List<Measurement>> read(Path file, List<CellEntry> cells) throws IOException {
        Map<String, TreeMap<Integer, TreeMap<Integer, Map<String, String>>>> rows = new HashMap<>();
        byte[] table = WholeFile.read(file);
        try (MappingIterator<Map<String, String>> lines = MAPPER.readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(table)) {
            Set<String> runs = new HashSet<>();
            for (Map<String, String> row : lines.readAll()) {
                runs.add(row.get("run"));
                rows.computeIfAbsent(row.get("cell"), cell -> new TreeMap<>())
                        .computeIfAbsent(Integer.valueOf(row.get("repetition")), repetition -> new TreeMap<>())
                        .put(Integer.valueOf(row.get("increment")), row);
            }
            if (runs.size() > 1) {
                throw new IOException("it has rows of several runs (" + String.join(", ", runs)
                        + "): a report of them was written into this folder");
            }
            Map<String, List<Measurement>> measurements = new HashMap<>();
            for (CellEntry cell : cells) {
                if (cell.state() == State.DONE) {
                    if (!rows.containsKey(cell.id())) {
                        throw new IOException("it has no rows of the finished cell " + cell.id());
                    }
                    for (TreeMap<Integer, ?> steps : rows.get(cell.id()).values()) {
                        if (steps.firstKey() != 1 || steps.lastKey() != steps.size()) {
                            throw new IOException("it lacks rows of the finished cell " + cell.id());
                        }
                    }
                    List<Measurement> repetitions = new ArrayList<>();
                    rows.get(cell.id())
                            .forEach((repetition, steps) ->
                                    repetitions.add(measurement(cell, repetition, List.copyOf(steps.values()))));
                    measurements.put(cell.id(), repetitions);
                }
            }
            return measurements;
        } catch (IOException | NumberFormatException damaged) {
            throw new IOException(file + " is damaged: " + damaged.getMessage(), damaged);
        }
    }

    private static Measurement measurement(CellEntry cell, int repetition, List<Map<String, String>> rows) {
        Map<String, String> parameters = new TreeMap<>();
        rows.get(0).forEach((column, value) -> {
            if (column.startsWith(PARAMETER) && value != null) {
                parameters.put(column.substring(PARAMETER.length()), plain(value));
            }
        });
        return new Measurement(
                cell.id(),
                cell.engine(),
                cell.workload(),
                cell.threads(),
                repetition,
                parameters,
                rows.stream().map(ResultsCsv::step).toList());
    }

    private static Step step(Map<String, String> row) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (row.get(metric.name()) != null) {
                metrics.put(metric, Double.valueOf(row.get(metric.name())));
            }
        }
        return new Step(row.get("rate") == null ? Double.NaN : Double.parseDouble(row.get("rate")), metrics);
    }
}
