package storemark.suite;

import static storemark.parameter.Parameter.BATCH;
import static storemark.parameter.Parameter.COLD;
import static storemark.parameter.Parameter.ENTRIES;
import static storemark.parameter.Parameter.MIX;
import static storemark.parameter.Parameter.ORDER;
import static storemark.parameter.Parameter.PASSES;
import static storemark.parameter.Parameter.STEP;
import static storemark.parameter.Parameter.THREADS;
import static storemark.parameter.Parameter.WORKLOADS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import storemark.parameter.Parameter;
import storemark.parameter.ParameterException;
import storemark.parameter.Values;
import storemark.text.Amount;
import storemark.workload.Workload;
import storemark.workload.WriteOrder;

/** What was asked of cells, as text: on the command line, in a suite file or in a run's plan. Mutable, used by one thread. */
public final class Settings {
    /** What a setting that was not given follows from: what is wrong with it was given there. */
    private static final Map<Parameter<?>, List<Parameter<?>>> FOLLOWS = Map.of(STEP, List.of(ENTRIES, THREADS));

    private final Map<Parameter<?>, List<String>> given = new LinkedHashMap<>();
    /** Where in a file each setting stands, by its name, or by {@code name=element}; nothing for what came from elsewhere. */
    private final Map<String, String> places = new HashMap<>();

    /** The texts given for {@code parameter}, one where it is no list; null where none was. */
    public List<String> get(Parameter<?> parameter) {
        return given.get(parameter);
    }

    /** Sets {@code parameter} to {@code texts}, one where it is no list; null for its default. */
    public Settings set(Parameter<?> parameter, List<String> texts) {
        if (texts == null) {
            given.remove(parameter);
        } else {
            given.put(parameter, List.copyOf(texts));
        }
        return this;
    }

    /** Sets {@code parameter} to what {@code value} says in one form for each. */
    public Settings set(Parameter<?> parameter, Object value) {
        return set(parameter, List.of(String.valueOf(value)));
    }

    /** These settings, and {@code fallback}'s where these say nothing. */
    public Settings over(Settings fallback) {
        Settings merged = new Settings();
        for (Parameter<?> parameter : Parameter.ofCells()) {
            Settings from = given.containsKey(parameter) ? this : fallback;
            merged.set(parameter, from.get(parameter));
            from.places.forEach((key, place) -> {
                if (key.split("=", 2)[0].equals(parameter.toString())) {
                    merged.places.put(key, place);
                }
            });
        }
        return merged;
    }

    /**
     * Notes where a setting stands.
     *
     * @param element one of a list, or null for the setting as a whole
     * @param place {@code file:line:column}
     */
    void place(Parameter<?> parameter, String element, String place) {
        places.put(element == null ? parameter.toString() : parameter + "=" + element, place);
    }

    /** {@code wrong}, with the place in front at which the setting stands, if it stands in a file. */
    public IllegalArgumentException at(Parameter<?> parameter, String text, IllegalArgumentException wrong) {
        Stream<Parameter<?>> reasons =
                Stream.concat(Stream.of(parameter), FOLLOWS.getOrDefault(parameter, List.of()).stream());
        String place = Stream.concat(Stream.of(parameter + "=" + text), reasons.map(Parameter::toString))
                .map(places::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return place == null ? wrong : new IllegalArgumentException(place + ": " + wrong.getMessage(), wrong);
    }

    /** All that is given, by the names of the parameters in the order of their table; elements of lists are joined by blanks. */
    public Map<String, String> toMap() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Parameter<?> parameter : Parameter.all()) {
            if (given.containsKey(parameter)) {
                texts.put(parameter.toString(), String.join(" ", given.get(parameter)));
            }
        }
        return texts;
    }

    /** The inverse of {@link #toMap}. */
    public static Settings ofMap(Map<String, String> texts) {
        Settings settings = new Settings();
        texts.forEach((name, text) -> {
            Parameter<?> parameter = Parameter.named(name);
            settings.set(parameter, parameter.isList() ? List.of(text.split(" ")) : List.of(text));
        });
        return settings;
    }

    /**
     * The values of all parameters of cells, given or by default, that go together.
     *
     * @throws IllegalArgumentException with one line that names the setting, and its place where it stands in a file, for the
     *     first that cannot be
     */
    public Values values() {
        try {
            Values values = Values.read(Parameter.ofCells(), given::get);
            values.records();
            check(values);
            return values;
        } catch (ParameterException wrong) {
            throw at(wrong.parameter(), wrong.text(), wrong);
        }
    }

    /**
     * The values of the parameters of a run as a whole, given or by default.
     *
     * @throws ParameterException for the first that cannot be
     */
    public Values valuesOfRun() {
        return Values.read(Parameter.ofRuns(), given::get);
    }

    /**
     * The values of {@code parameter}, which is a list, by themselves.
     *
     * @throws ParameterException for the first that cannot be
     */
    public <T> List<T> values(Parameter<List<T>> parameter) {
        return Values.read(List.of(parameter), given::get).get(parameter);
    }

    /** Refuses ahead what JMH, whose counts are ints, or the benchmarks would refuse one by one. */
    private static void check(Values values) {
        List<Workload> workloads = values.get(WORKLOADS);
        boolean counts = workloads.stream().anyMatch(Workload::countsOperations);
        boolean mixes = workloads.contains(Workload.MIX);
        long entries = values.get(ENTRIES);
        long step = values.get(STEP);
        require(
                (entries - 1) / step < Integer.MAX_VALUE,
                STEP,
                values,
                "with " + Amount.ofCount(entries) + " entries it makes more than 2^31 increments: give a larger one");
        require(
                !counts || step / Collections.min(values.get(THREADS)) <= Integer.MAX_VALUE,
                STEP,
                values,
                "insert and remove take up to 2^31 operations per thread in an increment: give a smaller one");
        int most = Collections.max(values.get(THREADS));
        require(
                !counts || step >= most,
                STEP,
                values,
                "insert and remove need a record for each of " + most + " threads");
        require(
                values.get(ORDER) != WriteOrder.RANDOM || !workloads.contains(Workload.REMOVE),
                ORDER,
                values,
                "its keys are drawn with replacement, so remove would miss some: leave it out of the workloads");
        require(
                values.get(PASSES) == 1 || !values.get(MIX).inserts() || !mixes,
                PASSES,
                values,
                "the second pass of " + values.get(MIX) + " would insert what the first has: give 1");
        require(
                values.get(BATCH) == 1 || !mixes,
                BATCH,
                values,
                "each operation of a mix is a transaction of its own: give 1, or leave mix out of the workloads");
        require(
                !values.get(COLD) || !counts,
                COLD,
                values,
                "insert and remove go through a store once: leave them out of the workloads");
    }

    private static void require(boolean fine, Parameter<?> parameter, Values values, String reason) {
        if (!fine) {
            String text = values.text(parameter);
            throw new ParameterException(parameter, text, "'" + text + "': " + reason, null);
        }
    }

    /** The names that a suite file may use. */
    static List<String> names() {
        return new ArrayList<>(
                Parameter.ofCells().stream().map(Parameter::toString).toList());
    }
}
