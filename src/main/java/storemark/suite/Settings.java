package storemark.suite;

import static storemark.parameter.Parameters.BATCH;
import static storemark.parameter.Parameters.COLD;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.MIX;
import static storemark.parameter.Parameters.ORDER;
import static storemark.parameter.Parameters.PASSES;
import static storemark.parameter.Parameters.STEP;
import static storemark.parameter.Parameters.THREADS;
import static storemark.parameter.Parameters.WALK;
import static storemark.parameter.Parameters.WORKLOADS;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import storemark.parameter.Parameter;
import storemark.parameter.ParameterException;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.text.Amount;
import storemark.workload.Walk;
import storemark.workload.Workload;
import storemark.workload.WriteOrder;

/** What was asked of cells, as text: on the command line, in a suite file or in a run's plan. Mutable, used by one thread. */
public final class Settings {
    /**
     * What was given for a parameter.
     *
     * @param texts one where it is no list
     * @param place where they stand, an option or {@code file:line:column}; null where nobody typed them
     * @param elements the places of single texts of a list in a file
     */
    private record Given(List<String> texts, String place, Map<String, String> elements) {}

    private final Map<Parameter<?>, Given> given = new LinkedHashMap<>();

    /** The texts given for {@code parameter}, one where it is no list; null where none was. */
    public List<String> get(Parameter<?> parameter) {
        return given.containsKey(parameter) ? given.get(parameter).texts() : null;
    }

    /** Sets {@code parameter} to {@code texts}, one where it is no list, which stand where its texts did; null for its default. */
    public Settings set(Parameter<?> parameter, List<String> texts) {
        if (texts == null) {
            given.remove(parameter);
            return this;
        }
        Given before = given.get(parameter);
        return before == null
                ? set(parameter, texts, null, Map.of())
                : set(parameter, texts, before.place(), before.elements());
    }

    /** Sets {@code parameter} to what {@code value} says in one form for each. */
    public Settings set(Parameter<?> parameter, Object value) {
        return set(parameter, List.of(String.valueOf(value)));
    }

    /**
     * Sets {@code parameter} to {@code texts}.
     *
     * @param place an option, or {@code file:line:column}; null for none
     * @param elements the places of single texts
     */
    public Settings set(Parameter<?> parameter, List<String> texts, String place, Map<String, String> elements) {
        given.put(parameter, new Given(List.copyOf(texts), place, elements));
        return this;
    }

    /** These settings, and {@code fallback}'s where these say nothing; without those of a run as a whole. */
    public Settings over(Settings fallback) {
        Settings merged = new Settings();
        merged.given.putAll(fallback.given);
        merged.given.putAll(given);
        merged.given.keySet().removeAll(Parameters.ofRuns());
        return merged;
    }

    /** {@code wrong}, with the place in front at which the setting was given, if it was typed. */
    public IllegalArgumentException at(Parameter<?> parameter, String text, IllegalArgumentException wrong) {
        // A step that was not given follows from other settings: the error is in one of those.
        List<Parameter<?>> reasons = parameter == STEP ? List.of(STEP, ENTRIES, THREADS) : List.of(parameter);
        for (Parameter<?> reason : reasons) {
            Given said = given.get(reason);
            String place = said == null ? null : said.elements().getOrDefault(text, said.place());
            if (place != null) {
                String what = wrong.getMessage();
                String told = place.equals("--" + parameter) ? what.replaceFirst("^" + parameter + ": ", "") : what;
                return new IllegalArgumentException(place + ": " + told, wrong);
            }
        }
        return wrong;
    }

    /** All that is given, by the names of the parameters in the order of their table; elements of lists are joined by blanks. */
    public Map<String, String> toMap() {
        Map<String, String> texts = new LinkedHashMap<>();
        Parameters.all().stream()
                .filter(given::containsKey)
                .forEach(parameter -> texts.put(parameter.toString(), String.join(" ", get(parameter))));
        return texts;
    }

    /** The inverse of {@link #toMap}. */
    public static Settings ofMap(Map<String, String> texts) {
        Settings settings = new Settings();
        texts.forEach((name, text) -> {
            Parameter<?> parameter = Parameters.named(name);
            settings.set(parameter, parameter.isList() ? List.of(text.split(" ")) : List.of(text));
        });
        return settings;
    }

    /**
     * The values of all parameters of cells, given or by default, that go together.
     *
     * @throws IllegalArgumentException with one line that names the setting, and its place where it was typed, for the first that
     *     cannot be
     */
    public Values values() {
        return read(Parameters.ofCells(), Settings::check);
    }

    /**
     * The values of the parameters of a run as a whole, given or by default.
     *
     * @throws IllegalArgumentException as {@link #values()}
     */
    public Values valuesOfRun() {
        return read(Parameters.ofRuns(), values -> {});
    }

    /**
     * As {@link #values()}, where nothing is measured: what workloads and threads cannot do with so many records is no fault of a dataset.
     *
     * @throws IllegalArgumentException as {@link #values()}
     */
    public Values valuesOfDatasets() {
        return read(Parameters.ofCells(), values -> {});
    }

    /**
     * The values of {@code parameter}, which is a list, by themselves.
     *
     * @throws IllegalArgumentException as {@link #values()}
     */
    public <T> List<T> values(Parameter<List<T>> parameter) {
        return read(List.of(parameter), values -> {}).get(parameter);
    }

    private Values read(List<Parameter<?>> parameters, Consumer<Values> check) {
        try {
            Values values = Values.read(parameters, this::get);
            check.accept(values);
            return values;
        } catch (ParameterException wrong) {
            throw at(wrong.parameter(), wrong.text(), wrong);
        }
    }

    /** Refuses ahead what JMH, whose counts are ints, or the benchmarks would refuse one by one. */
    private static void check(Values values) {
        checkStep(values);
        Set<Workload> workloads = Set.copyOf(values.get(WORKLOADS));
        if (values.get(WALK) == Walk.WHOLE && workloads.stream().anyMatch(Workload::readsInOrder)) {
            checkWholeWalk(values);
        }
        boolean mixes = workloads.contains(Workload.MIX);
        boolean counts = workloads.stream().anyMatch(Workload::countsOperations);
        if (values.get(ORDER) == WriteOrder.RANDOM && workloads.contains(Workload.REMOVE)) {
            String reason =
                    "its keys are drawn with replacement, so remove would miss some: leave it out of the workloads";
            throw wrong(ORDER, values, reason);
        }
        if (values.get(PASSES) > 1 && mixes && values.get(MIX).inserts()) {
            throw wrong(
                    PASSES,
                    values,
                    "the second pass of " + values.get(MIX) + " would insert the same records again: give 1");
        }
        if (values.get(BATCH) > 1 && mixes) {
            String reason =
                    "each operation of a mix is a transaction of its own: give 1, or leave mix out of the workloads";
            throw wrong(BATCH, values, reason);
        }
        if (values.get(COLD) && counts) {
            throw wrong(COLD, values, "insert and remove go through a store once: leave them out of the workloads");
        }
    }

    /** One call reads the part of a thread, and JMH counts each call as as many records: a Java int. */
    private static void checkWholeWalk(Values values) {
        long entries = values.get(ENTRIES);
        int fewest = Collections.min(values.get(THREADS));
        String reason = values.get(STEP) != entries
                ? "one cursor reads all records: step must be 100%"
                : values.get(THREADS).stream().anyMatch(threads -> entries % threads != 0)
                        ? "the " + Amount.ofCount(entries)
                                + " entries do not divide evenly among the threads: give other threads"
                        : entries / fewest > Integer.MAX_VALUE
                                ? "a thread goes over up to 2^31 records: give fewer"
                                : "";
        if (!reason.isEmpty()) {
            throw wrong(WALK, values, reason);
        }
    }

    private static void checkStep(Values values) {
        long entries = values.get(ENTRIES);
        long step = values.get(STEP);
        if ((entries - 1) / step >= Integer.MAX_VALUE) {
            String all = "with " + Amount.ofCount(entries) + " entries";
            throw wrong(STEP, values, all + " it makes more than 2^31 increments: give a larger one");
        }
        if (values.get(WORKLOADS).stream().noneMatch(Workload::countsOperations)) {
            return;
        }
        if (step / Collections.min(values.get(THREADS)) > Integer.MAX_VALUE) {
            String reason =
                    "insert and remove take up to 2^31 operations per thread in an increment: give a smaller one";
            throw wrong(STEP, values, reason);
        }
        int most = Collections.max(values.get(THREADS));
        if (step < most) {
            throw wrong(
                    STEP,
                    values,
                    "insert and remove need a record for each of " + most + " threads: give a larger one");
        }
    }

    private static ParameterException wrong(Parameter<?> parameter, Values values, String reason) {
        String text = values.text(parameter);
        return new ParameterException(parameter, text, "'" + text + "': " + reason, null);
    }
}
