package storemark.report;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Json;
import storemark.results.Results;

/** What engines kept of their durability when they were cut: {@code docs/durability.json}, as it was when this jar was built. Immutable. */
@JsonIgnoreProperties(ignoreUnknown = true)
record Promises(List<Promise> outcomes) {
    private static final Promises TESTED = read();

    /**
     * Of an engine at a level.
     *
     * @param engine its specification
     * @param version that its library states; null where it was not available
     * @param state {@code kept}, {@code not kept}, {@code not supported}, or {@code not tested}, also where some cuts were made
     * @param cuts kills of its process, or cuts of its device; 0 where it was not tested
     * @param kept in how many of them everything was as promised
     * @param findings what was found in the others, by kind
     * @param work what its commits cost the device; empty where that was not counted
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Promise(
            String engine,
            String version,
            String level,
            String state,
            int cuts,
            int kept,
            Map<String, Count> findings,
            List<Work> work) {
        boolean isBroken() {
            return kept < cuts;
        }

        /** The cuts of both, which are of one engine at one level, on two file systems. */
        Promise plus(Promise other) {
            Map<String, Count> both = new TreeMap<>(findings);
            other.findings.forEach((finding, count) -> both.merge(finding, count, Count::plus));
            return new Promise(
                    engine,
                    version,
                    level,
                    state,
                    cuts + other.cuts,
                    kept + other.kept,
                    both,
                    work.isEmpty() ? other.work : work);
        }

        String keptIn() {
            return kept + " of " + cuts + (level.equals("process") ? " kills" : " cuts");
        }

        String found() {
            return findings.entrySet().stream()
                    .map(each -> each.getKey().replace("did_not", "would not").replace('_', ' ') + " in "
                            + each.getValue().cuts())
                    .collect(Collectors.joining(", "));
        }
    }

    /** @param cuts in how many cuts it was found */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Count(int cuts) {
        Count plus(Count other) {
            return new Count(cuts + other.cuts);
        }
    }

    /** What each commit of so many records costs. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Work(int records, double flushes, double bytes) {}

    static Promises read(byte... json) throws IOException {
        return Json.MAPPER.readValue(json, Promises.class);
    }

    private static Promises read() {
        try {
            return read(Resources.bytes("durability.json"));
        } catch (IOException incomplete) {
            throw new UncheckedIOException(incomplete);
        }
    }

    /**
     * By level, what was tested of this specification in this version, on any file system. A setting may change what is kept, so it was not tested; but a
     * level that was not kept without it stays so.
     */
    static Map<String, Promise> of(String specification, String version) {
        return TESTED.promises(specification, version);
    }

    Map<String, Promise> promises(String specification, String version) {
        return outcomes.stream()
                .filter(one -> one.cuts > 0
                        && !one.state.equals("not tested")
                        && one.version.equals(version)
                        && (one.isBroken()
                                ? profiles(one.engine).equals(profiles(specification))
                                : options(one.engine).equals(options(specification))))
                .collect(Collectors.toMap(Promise::level, one -> one, Promise::plus));
    }

    /** Whether {@code specification} did not keep {@code level} in the version that {@code run} measured. */
    static boolean isBroken(Results run, String specification, String level) {
        return run.run().engines().stream()
                .filter(engine -> engine.spec().equals(specification))
                .map(engine -> of(specification, engine.version()).get(level))
                .anyMatch(promise -> promise != null && promise.isBroken());
    }

    /** What was counted of the device work of this specification in this version; one at most. */
    static List<Promise> work(String specification, String version) {
        return TESTED.withWork().stream()
                .filter(one ->
                        one.version.equals(version) && options(one.engine).equals(options(specification)))
                .toList();
    }

    List<Promise> withWork() {
        return outcomes.stream().filter(one -> !one.work.isEmpty()).toList();
    }

    /** A specification without its settings, which are names and values: {@code pageSize.16k}. */
    private static Set<String> profiles(String specification) {
        return options(specification).stream()
                .filter(option -> !option.matches("[A-Za-z]+\\..*"))
                .collect(Collectors.toSet());
    }

    private static Set<String> options(String specification) {
        return Set.of(specification.split("[:,+]"));
    }

    /** What was kept of each level that {@code data} has rates of; null, which is no section, where there is none. */
    static Table table(ReportData data) {
        Map<Integer, Map<String, List<String>>> rows = new TreeMap<>();
        data.all()
                .flatMap(group -> group.measured().stream())
                .filter(series -> !series.control() && !series.level().isEmpty())
                .filter(series ->
                        !series.level().equals("none") || series.remarks().containsKey("none"))
                .forEach(series -> rows.computeIfAbsent(series.order(), order -> new TreeMap<>())
                        .put(series.level(), row(series)));
        return Table.orNone(
                "data words",
                List.of("engine", "level", "promise", "kept in", "what was found"),
                rows.values().stream()
                        .flatMap(levels -> levels.values().stream())
                        .toList());
    }

    private static List<String> row(Series series) {
        Promise promise = series.promises().get(series.level());
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
                                promise.isBroken() ? "not kept" : "kept",
                                series.remarks().getOrDefault(series.level(), "")),
                        promise.keptIn(),
                        promise.found());
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
