package storemark.report;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.parameter.Parameters;
import storemark.results.RunFile;
import storemark.text.ParameterText;
import storemark.workload.Workload;

/** Names of workloads and parameters as people read them. */
final class Words {
    private Words() {}

    /** {@code Read}, {@code Forward read}, ... */
    static String workload(Workload workload) {
        String shown = workload.label() + (workload.readsInOrder() ? " read" : "");
        return shown.substring(0, 1).toUpperCase(Locale.ROOT) + shown.substring(1);
    }

    static String state(RunFile.State state) {
        String name = state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return state == RunFile.State.UNSUPPORTED ? "not supported" : name;
    }

    static String threads(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    /** Those of {@code texts} that are not empty. */
    static String joined(String separator, String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining(separator));
    }

    /** {@code text} as a part of a file name and of an HTML id. */
    static String id(String text) {
        return text.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    /** {@code before} and then all of {@code texts}, each once, separated by commas; empty where there are none. */
    static String listed(String before, Stream<String> texts) {
        String all = texts.distinct().collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : before + all;
    }

    /** {@code 1k or 2k}: what {@code values} are in words; nulls do not count. */
    static <T> String alternatives(Stream<T> values, Function<T, String> words) {
        return values.filter(Objects::nonNull)
                .map(words)
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining(" or "));
    }

    /** {@code 1M records of 8 + 100 B}. */
    static String records(Map<String, String> parameters) {
        String entries = parameters.get("entries");
        String size = size(parameters);
        return entries == null ? "" : Parameters.caption("entries", entries) + (size.isEmpty() ? "" : " of " + size);
    }

    /** {@code 8 + 100 B}: a key and a value; empty when they are not known. */
    static String size(Map<String, String> parameters) {
        String key = parameters.get("keyBytes");
        String value = parameters.get("valueBytes");
        if (key == null || value == null) {
            return "";
        }
        return value.contains("-") ? key + " B + " + ParameterText.bytes(value) : key + " + " + value + " B";
    }
}
