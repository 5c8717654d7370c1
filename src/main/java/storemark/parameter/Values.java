package storemark.parameter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import storemark.engine.Records;
import storemark.text.SizeRange;
import storemark.workload.Workload;

/** A value for each parameter, given or by default. Immutable once read. */
public final class Values {
    private final Map<Parameter<?>, Object> values;

    private Values(Map<Parameter<?>, Object> values) {
        this.values = values;
    }

    /**
     * Reads the values of {@code parameters}.
     *
     * @param given the texts of a value, one where the parameter is no list; null for the default
     * @throws ParameterException for the first that cannot be
     */
    public static Values read(Iterable<Parameter<?>> parameters, Function<Parameter<?>, List<String>> given) {
        Values read = new Values(new LinkedHashMap<>());
        for (Parameter<?> parameter : parameters) {
            read.values.put(parameter, read.parse(parameter, given.apply(parameter)));
        }
        return read;
    }

    /** Of a list each element by itself, so that the error names it. */
    private Object parse(Parameter<?> parameter, List<String> texts) {
        if (texts == null) {
            return parameter.parse(parameter.fallback(this), this);
        }
        if (parameter.isList()) {
            texts.forEach(text -> parameter.parse(text, this));
        }
        return parameter.parse(String.join(" ", texts), this);
    }

    public <T> T get(Parameter<T> parameter) {
        @SuppressWarnings("unchecked") // put there by the parameter's own parser
        T value = (T) Objects.requireNonNull(values.get(parameter), parameter::toString);
        return value;
    }

    /** These values with another one of {@code parameter}. */
    public <T> Values with(Parameter<T> parameter, T value) {
        Map<Parameter<?>, Object> changed = new LinkedHashMap<>(values);
        changed.put(parameter, value);
        return new Values(changed);
    }

    /** The text of a value in one form for each, which can be read again. */
    public String text(Parameter<?> parameter) {
        return parameter.text(get(parameter));
    }

    /** All texts by the names of their parameters, except lists, and optional ones at their defaults. */
    public Map<String, String> describe() {
        return texts(Parameter::toString, parameter -> !parameter.isList() && !parameter.isOmitted(this));
    }

    /** What JMH is given for {@code workload}, by its names of the parameters. */
    public Map<String, String> forJmh(Workload workload) {
        return texts(Parameter::jmhName, parameter -> parameter.isGivenTo(workload, this));
    }

    private Map<String, String> texts(Function<Parameter<?>, String> name, Predicate<Parameter<?>> which) {
        Map<String, String> texts = new LinkedHashMap<>();
        values.keySet().stream().filter(which).forEach(parameter -> texts.put(name.apply(parameter), text(parameter)));
        return texts;
    }

    /** The shape of the records. */
    public Records records() {
        SizeRange sizes = get(Parameters.VALUE_BYTES);
        long seed = get(Parameters.SEED);
        return new Records(
                seed, get(Parameters.KEY_BYTES), sizes.least(), sizes.most(), get(Parameters.COMPRESSIBILITY));
    }

    /** How often all records of the dataset were replaced. */
    public int turnovers() {
        List<Integer> ages = get(Parameters.CHURN);
        return ages.isEmpty() ? 0 : ages.get(ages.size() - 1);
    }

    /** Bytes of all keys and values; of values whose sizes are drawn, as many as are expected. */
    public double rawBytes() {
        Records records = records();
        return get(Parameters.ENTRIES) * (records.keyBytes() + records.meanValueBytes());
    }
}
