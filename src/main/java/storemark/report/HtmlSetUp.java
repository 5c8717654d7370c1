package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFile.Footprint;

/** What was measured and what could not be: engines, missing cells, and the meanings of metrics. */
final class HtmlSetUp {
    private HtmlSetUp() {}

    static final String ABOUT_LIBRARIES =
            "What each engine's library, and what it needs, takes on disk: its part of the jars, unpacked, and the native"
                    + " files that it loads on this platform, without the system's C and C++ libraries. Parts that several"
                    + " need count for each. Not comparable with sizes of statically linked programs, as pages about C"
                    + " libraries give them.";

    static String engines(Results run) {
        boolean settings = run.run().engines().stream()
                .anyMatch(engine -> !settings(engine).isEmpty());
        List<String> head = new ArrayList<>(List.of("engine", "version", "licence", "how it keeps the durability"));
        if (settings) {
            head.add("settings");
        }
        List<List<String>> rows = new ArrayList<>();
        for (EngineEntry engine : run.run().engines()) {
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
        return Html.table("data words", head, rows);
    }

    private static String settings(EngineEntry engine) {
        return new TreeMap<>(Objects.requireNonNullElse(engine.settings(), Map.<String, String>of()))
                .entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining("; "));
    }

    /** How large the libraries are; empty when no run tells it of any. */
    static String libraries(List<Results> runs) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (Results run : runs) {
            for (EngineEntry engine : run.run().engines()) {
                Footprint size = engine.footprint();
                if (size != null) {
                    String base = engine.version();
                    rows.putIfAbsent(
                            base + size,
                            List.of(
                                    base,
                                    Quantity.BYTES.format(size.classBytes()),
                                    size.nativeBytes() < 0 ? "not known" : Quantity.BYTES.format(size.nativeBytes()),
                                    size.nativeBytes() < 0
                                            ? "not known"
                                            : Quantity.BYTES.format(size.classBytes() + size.nativeBytes())));
                }
            }
        }
        List<String> head = List.of("library", "classes and resources", "native files", "together");
        return rows.isEmpty() ? "" : Html.table("data", head, List.copyOf(rows.values()));
    }

    /** The cells without a result, equal ones of several rounds once; empty when there is none. */
    static List<List<String>> missing(ReportData data) {
        List<List<String>> rows = new ArrayList<>();
        for (Group group : data.groups()) {
            for (Series series : group.series()) {
                for (CellEntry cell : series.missing()) {
                    rows.add(List.of(
                            series.name(),
                            group.column(),
                            Words.threads(group.threads()),
                            Words.state(cell.state()),
                            Objects.requireNonNullElse(cell.reason(), "")));
                }
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
