package storemark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import storemark.parameter.Parameter;
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
     * @param options the run's options by command-line name
     */
    static String setUp(Workload workload, Map<String, String> parameters, Map<String, String> options) {
        List<String> parts = new ArrayList<>();
        String entries = parameters.get("entries");
        String key = parameters.get("keyBytes");
        String value = parameters.get("valueBytes");
        if (entries != null) {
            String size = key == null || value == null ? "" : " of " + keyAndValue(key, value);
            parts.add(Parameter.caption("entries", entries) + size);
        }
        for (Parameter<?> parameter : Parameter.ofCells()) {
            if (parameter.isTold(workload, parameters)) {
                parts.add(Parameter.caption(parameter.jmhName(), parameters.get(parameter.jmhName())));
                if (parameter == Parameter.MEMORY && options.containsKey("memory-advisory")) {
                    parts.add("not enforced");
                }
            }
        }
        return String.join(" \u00b7 ", parts);
    }

    private static String keyAndValue(String key, String value) {
        return value.contains("-") ? key + " B + " + ParameterText.bytes(value) : key + " + " + value + " B";
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
