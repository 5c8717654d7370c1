package storemark.parameter;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import storemark.text.ParameterText;
import storemark.workload.Workload;

/**
 * One thing that can be asked of a measurement: a row of {@link Parameters}.
 *
 * @param <T> the type of its values
 */
public final class Parameter<T> {
    /** Whether captions say a value. */
    enum Told {
        NEVER,
        UNLESS_DEFAULT,
        ALWAYS
    }

    private final String name;
    private final Function<Values, String> fallback;
    private final boolean list;
    private final Parser<T> parser;
    private Function<T, String> printer = Parameter::print;
    private String jmhName;
    private BiPredicate<Workload, String> about;
    private Predicate<Workload> used = workload -> true;
    private Function<String, String> caption = text -> ParameterText.words(String.valueOf(jmhName())) + " " + text;
    private Told told = Told.NEVER;
    private boolean optional;
    private boolean ofRun;
    private String valueLabel;
    private String description;

    Parameter(String name, Function<Values, String> fallback, boolean list, Parser<T> parser) {
        this.name = name;
        this.fallback = fallback;
        this.list = list;
        this.parser = parser;
    }

    Parameter<T> help(String label, String about) {
        valueLabel = label;
        description = about;
        return this;
    }

    Parameter<T> jmh() {
        return jmh(workload -> true);
    }

    Parameter<T> jmh(Predicate<Workload> workloads) {
        return jmh(camel(name), (workload, mix) -> workloads.test(workload));
    }

    Parameter<T> jmh(String parameterName, BiPredicate<Workload, String> workloads) {
        jmhName = parameterName;
        about = workloads;
        return this;
    }

    /** Names the workloads that use it, where those to which JMH gives it are more. */
    Parameter<T> usedBy(Predicate<Workload> workloads) {
        used = workloads;
        return this;
    }

    Parameter<T> printed(Function<T, String> how) {
        printer = how;
        return this;
    }

    Parameter<T> caption(Function<String, String> words) {
        caption = words;
        return this;
    }

    Parameter<T> told(Told when) {
        told = when;
        return this;
    }

    Parameter<T> ofRun() {
        ofRun = true;
        return this;
    }

    Parameter<T> optional() {
        optional = true;
        return this;
    }

    private static String camel(String kebab) {
        return Pattern.compile("-(.)")
                .matcher(kebab)
                .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    private static String print(Object value) {
        return value instanceof Enum<?> constant
                ? constant.name().toLowerCase(Locale.ROOT)
                : value instanceof List<?> list
                        ? String.join(" ", list.stream().map(Parameter::print).toList())
                        : String.valueOf(value);
    }

    /** The name in suites and records, and on the command line after two dashes. */
    @Override
    public String toString() {
        return name;
    }

    /** The name of JMH's parameter; null where JMH has none. */
    public String jmhName() {
        return jmhName;
    }

    /** Whether cells of {@code workload} are measured otherwise for it. */
    public boolean isUsedBy(Workload workload, Values values) {
        return used.test(workload) && (jmhName == null || about.test(workload, values.text(Parameters.MIX)));
    }

    /** Whether JMH is given this parameter for a workload. */
    public boolean isGivenTo(Workload workload, Values values) {
        return jmhName != null && about.test(workload, values.text(Parameters.MIX)) && !isOmitted(values);
    }

    /** Whether a caption of {@code workload} tells this parameter, with {@code parameters} by their JMH names. */
    public boolean isTold(Workload workload, Map<String, String> parameters) {
        if (told == Told.NEVER || !parameters.containsKey(jmhName)) {
            return false;
        }
        boolean usual = told == Told.UNLESS_DEFAULT && parameters.get(jmhName).equals(fallback(null));
        return !usual
                && about.test(
                        workload, parameters.getOrDefault(Parameters.MIX.jmhName(), Parameters.MIX.fallback(null)));
    }

    /** Whether it is about a run as a whole, so that no suite has it. */
    boolean isOfRun() {
        return ofRun;
    }

    /** {@code batches of 1k}: a value as people read it. */
    String caption(String text) {
        return caption.apply(text);
    }

    /** Whether it is optional and has its default value. */
    boolean isOmitted(Values values) {
        return optional && values.get(this).equals(parser.parse(fallback(values), values));
    }

    /** Whether it takes several values. */
    public boolean isList() {
        return list;
    }

    /** Whether it is a word without a value on the command line. */
    public boolean isFlag() {
        return valueLabel.isEmpty();
    }

    /** What stands for a value in help texts. */
    public String valueLabel() {
        return valueLabel;
    }

    /** One line of help, with percent signs doubled. */
    public String description() {
        return description;
    }

    /** The text of the value where nothing was said; several are separated by blanks. */
    String fallback(Values before) {
        return fallback.apply(before);
    }

    T parse(String text, Values before) {
        try {
            return parser.parse(text, before);
        } catch (NumberFormatException notNumber) {
            throw new ParameterException(this, text, "'" + text + "' is not a number", notNumber);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(this, text, wrong.getMessage(), wrong);
        }
    }

    /** The text of a value, which {@link #parse} reads again. */
    String text(Object value) {
        @SuppressWarnings("unchecked") // only a value of this parameter gets here
        T own = (T) value;
        return printer.apply(own);
    }
}
