package storemark.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.DurabilityFile;
import storemark.results.Json;
import storemark.results.Outcome;
import storemark.results.Results;

/** What engines kept of their durability when they were cut: {@code docs/durability.json}, as it was when this jar was built. */
final class Promises {
    private static final DurabilityFile TESTED = read();

    private Promises() {}

    private static DurabilityFile read() {
        try {
            return Json.MAPPER.readValue(Resources.bytes(DurabilityFile.NAME), DurabilityFile.class);
        } catch (IOException incomplete) {
            throw new UncheckedIOException(incomplete);
        }
    }

    /** By level, what was tested of this specification in this version, which may be null, on any file system. */
    static Map<String, Outcome> of(String specification, String version) {
        return TESTED.of(specification, Collections.singleton(version)).stream()
                .collect(Collectors.toMap(Outcome::level, one -> one, Outcome::plus));
    }

    /** Whether {@code specification} did not keep {@code level} in the version that {@code run} measured. */
    static boolean isBroken(Results run, String specification, String level) {
        return run.run().engines().stream()
                .filter(engine -> engine.spec().equals(specification))
                .map(engine -> of(specification, engine.version()).get(level))
                .anyMatch(promise -> promise != null && promise.notKept());
    }

    /** What was counted of the device work of this specification in this version; one at most. */
    static List<Outcome> work(String specification, String version) {
        return TESTED.withWork().stream()
                .filter(one -> one.version().equals(version) && one.isOf(specification))
                .toList();
    }

    static String keptIn(Outcome promise) {
        return promise.kept() + " of " + promise.cuts() + (promise.level().equals("process") ? " kills" : " cuts");
    }

    static String found(Outcome promise) {
        return promise.findings().entrySet().stream()
                .map(each -> each.getKey().words() + " in " + each.getValue().cuts())
                .collect(Collectors.joining(", "));
    }

    /** What was kept of each level that {@code data} has rates of; null, which is no section, where there is none. */
    static Table table(ReportData data) {
        List<List<String>> rows = data.all()
                .flatMap(group -> group.measured().stream())
                .filter(series -> !series.control() && !series.level().isEmpty())
                .filter(series ->
                        !series.level().equals("none") || series.remarks().containsKey("none"))
                .sorted(Comparator.comparingInt(Series::order).thenComparing(Series::level))
                .map(Promises::row)
                .distinct()
                .toList();
        return Table.orNone(List.of("engine", "level", "promise", "kept in", "what was found"), rows);
    }

    private static List<String> row(Series series) {
        Outcome promise = series.promises().get(series.level());
        if (series.level().equals("none")) {
            return List.of(series.name(), "none", series.remarks().get("none"), "", "");
        }
        return promise == null
                ? List.of(series.name(), series.level(), "not tested", "", "")
                : List.of(
                        series.name(),
                        promise.level(),
                        Words.joined(
                                ", ",
                                promise.notKept() ? "not kept" : "kept",
                                series.remarks().getOrDefault(series.level(), "")),
                        keptIn(promise),
                        found(promise));
    }

    /** How those of {@code series} that write stand to their durability, where there is something to say; or empty. */
    static String standing(Stream<Series> series) {
        Stream<Series> told = series.filter(one -> !one.standing().isEmpty());
        return Words.listed("durability: ", told.map(Series::label));
    }

    /** Which of {@code series} write at a level that they did not keep; or empty. */
    static String broken(Stream<Series> series) {
        Stream<String> names = series.filter(Series::isBroken).map(one -> one.name() + " at " + one.level());
        return Words.listed("durability not kept when it was tested: ", names);
    }
}
