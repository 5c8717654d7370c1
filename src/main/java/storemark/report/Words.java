package storemark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
        return switch (state) {
            case DONE -> "done";
            case PENDING -> "pending";
            case FAILED -> "failed";
            case UNSUPPORTED -> "not supported";
            case LEFT_OUT -> "left out";
        };
    }

    static String threads(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    /**
     * The records, the durability and what else shapes a workload: {@code 1M records of 8 + 100 B, durability none}.
     *
     * @param parameters JMH parameters by name
     * @param options the run's options by command-line name, asked for what is no parameter
     */
    static String setUp(Workload workload, Map<String, String> parameters, Map<String, String> options) {
        List<String> parts = new ArrayList<>();
        String entries = find("entries", parameters, options);
        String key = find("keyBytes", parameters, options);
        String value = find("valueBytes", parameters, options);
        if (entries != null) {
            String size = key == null || value == null ? "" : " of " + keyAndValue(key, value);
            parts.add(ParameterText.of("entries", entries) + size);
        }
        addUnless("0.0", "compressibility", parameters, options, parts);
        if (workload.countsOperations()) {
            addUnless("", "order", parameters, options, parts);
        }
        addUnless("", "durability", parameters, options, parts);
        addUnless(Memory.UNLIMITED, "memory", parameters, options, parts);
        if (Memory.isGiven(parameters) && options.containsKey("memory-advisory")) {
            parts.add("not enforced");
        }
        addUnless("false", "cold", parameters, options, parts);
        if (workload.writes()) {
            addUnless("1", "batch", parameters, options, parts);
        }
        boolean mixScans = workload == Workload.MIX
                && Objects.requireNonNullElse(find("mix", parameters, options), "scan")
                        .contains("scan");
        if (workload == Workload.SCAN || mixScans) {
            addUnless("", "scanLength", parameters, options, parts);
        }
        addUnless("uniform", "distribution", parameters, Map.of(), parts);
        if (workload == Workload.MIX) {
            addUnless("", "mix", parameters, options, parts);
        }
        return String.join(" \u00b7 ", parts);
    }

    private static String keyAndValue(String key, String value) {
        return value.contains("-") ? key + " B + " + ParameterText.bytes(value) : key + " + " + value + " B";
    }

    private static void addUnless(
            String usual, String name, Map<String, String> parameters, Map<String, String> options, List<String> to) {
        String value = find(name, parameters, options);
        if (value != null && !value.isEmpty() && !value.equals(usual)) {
            to.add(ParameterText.of(name, value));
        }
    }

    private static String find(String name, Map<String, String> parameters, Map<String, String> options) {
        String option = ParameterText.words(name).replace(' ', '-');
        return parameters.getOrDefault(name, options.getOrDefault(option, options.get("--" + option)));
    }

    /** The mean size that {@code 100} or {@code 100-1000} stands for; {@link Double#NaN} for anything else. */
    static double bytes(String size) {
        if (size == null || !size.matches("[0-9]{1,9}(-[0-9]{1,9})?")) {
            return Double.NaN;
        }
        return Arrays.stream(size.split("-"))
                .mapToDouble(Double::parseDouble)
                .average()
                .orElseThrow();
    }
}
