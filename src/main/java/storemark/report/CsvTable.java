package storemark.report;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;

/**
 * The measurements as comma-separated values after RFC 4180: one row a (cell, step), a column a parameter (named {@code
 * parameter.<name>}) and a column a metric. A field is empty when the value could not be read.
 */
final class CsvTable {
    private static final String LINE_END = "\r\n";

    private CsvTable() {}

    static String of(List<RunFolder> runs) throws IOException {
        List<List<Measurement>> measurements = new ArrayList<>();
        Set<String> parameters = new TreeSet<>();
        for (RunFolder run : runs) {
            List<Measurement> own = Measurement.of(run);
            own.forEach(one -> parameters.addAll(one.parameters().keySet()));
            measurements.add(own);
        }
        StringBuilder csv = new StringBuilder(row(head(parameters)));
        for (int run = 0; run < runs.size(); run++) {
            String name = ReportData.name(runs.get(run));
            Map<String, String> versions = new HashMap<>();
            for (EngineEntry engine : runs.get(run).run().engines()) {
                versions.put(engine.spec(), engine.version());
            }
            for (Measurement one : measurements.get(run)) {
                for (int step = 0; step < one.steps().size(); step++) {
                    csv.append(row(fields(name, versions.get(one.engine()), one, step, parameters)));
                }
            }
        }
        return csv.toString();
    }

    private static List<String> head(Set<String> parameters) {
        List<String> head = new ArrayList<>(
                List.of("run", "cell", "engine", "version", "workload", "threads", "round", "step", "rate"));
        for (Metric metric : Metric.values()) {
            head.add(metric.name());
        }
        parameters.forEach(name -> head.add("parameter." + name));
        return head;
    }

    private static List<String> fields(String run, String version, Measurement one, int step, Set<String> parameters) {
        List<String> fields = new ArrayList<>(List.of(
                run,
                one.cell(),
                one.engine(),
                version == null ? "" : version,
                one.workload(),
                String.valueOf(one.threads()),
                String.valueOf(one.round()),
                String.valueOf(step + 1)));
        Step measured = one.steps().get(step);
        fields.add(number(measured.rate()));
        for (Metric metric : Metric.values()) {
            fields.add(number(measured.metric(metric)));
        }
        parameters.forEach(name -> fields.add(one.parameters().getOrDefault(name, "")));
        return fields;
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        BigDecimal plain = BigDecimal.valueOf(value).stripTrailingZeros();
        return plain.signum() == 0 ? "0" : plain.toPlainString();
    }

    private static String row(List<String> fields) {
        return fields.stream().map(CsvTable::field).collect(Collectors.joining(",", "", LINE_END));
    }

    private static String field(String text) {
        boolean special = text.chars().anyMatch(sign -> sign == ',' || sign == '"' || sign == '\r' || sign == '\n');
        return special ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
