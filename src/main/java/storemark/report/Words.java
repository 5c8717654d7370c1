package storemark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import storemark.results.RunFile;
import storemark.text.Amount;

/** Names of workloads and parameters as people read them. */
final class Words {
    private static final Set<String> READING = Set.of("read", "scan", "forward", "reverse");

    private Words() {}

    /** {@code Read}, {@code Forward read}, ... */
    static String workload(String name) {
        String shown = name.equals("forward") || name.equals("reverse") ? name + " read" : name;
        return shown.substring(0, 1).toUpperCase(Locale.ROOT) + shown.substring(1);
    }

    static String state(RunFile.State state) {
        return switch (state) {
            case DONE -> "done";
            case PENDING -> "pending";
            case FAILED -> "failed";
            case UNSUPPORTED -> "not supported";
        };
    }

    static String threads(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    /** {@code pass 2, batch 1000}. */
    static String variant(Map<String, String> variant) {
        return variant.entrySet().stream()
                .map(entry -> parameter(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    /**
     * The records, the durability and what else shapes a workload: {@code 1M records of 8 + 100 B, durability none}.
     *
     * @param parameters JMH parameters by name
     * @param options the run's options by command-line name, asked for what is no parameter
     */
    static String setUp(String workload, Map<String, String> parameters, Map<String, String> options) {
        List<String> parts = new ArrayList<>();
        String entries = find("entries", parameters, options);
        String key = find("keyBytes", parameters, options);
        String value = find("valueBytes", parameters, options);
        if (entries != null) {
            String size = key == null || value == null ? "" : " of " + key + " + " + value + " B";
            parts.add(count(entries) + " records" + size);
        }
        addUnless("0.0", "compressibility", parameters, options, parts);
        if (workload.equals("insert") || workload.equals("remove")) {
            addUnless("", "order", parameters, options, parts);
        }
        addUnless("", "durability", parameters, options, parts);
        addUnless(Memory.UNLIMITED, "memory", parameters, options, parts);
        if (Memory.isGiven(parameters) && options.containsKey("memory-advisory")) {
            parts.add("not enforced");
        }
        addUnless("false", "cold", parameters, options, parts);
        if (!READING.contains(workload)) {
            addUnless("1", "batch", parameters, options, parts);
        }
        boolean mixScans = workload.equals("mix")
                && Objects.requireNonNullElse(find("mix", parameters, options), "scan")
                        .contains("scan");
        if (workload.equals("scan") || mixScans) {
            addUnless("", "scanLength", parameters, options, parts);
        }
        addUnless("uniform", "distribution", parameters, Map.of(), parts);
        if (workload.equals("mix")) {
            addUnless("", "mix", parameters, options, parts);
        }
        return String.join(" \u00b7 ", parts);
    }

    private static void addUnless(
            String usual, String name, Map<String, String> parameters, Map<String, String> options, List<String> to) {
        String value = find(name, parameters, options);
        if (value != null && !value.isEmpty() && !value.equals(usual)) {
            to.add(parameter(name, value));
        }
    }

    private static String parameter(String name, String value) {
        return switch (name) {
            case "batch" -> "batches of " + count(value);
            case "memory" -> value.equals(Memory.UNLIMITED) ? "memory without limit" : size(value) + " of memory";
            case "cold" -> value.equals("true") ? "cold: caches emptied before each step" : "caches kept";
            case "scanLength" -> "scans of " + count(value);
            case "order" -> value + " order";
            case "mix" -> value.replaceAll("([0-9]+)", " $1%").replace("-", ", ");
            case "distribution" -> value + " keys";
            case "cache" -> "cache of " + size(value);
            case "touch" -> value.equals("none") ? "values not touched" : "values touched: " + value;
            case "entries" -> count(value) + " records";
            case "keyBytes" -> "keys of " + value + " B";
            case "valueBytes" -> "values of " + value + " B";
            default -> words(name) + " " + value;
        };
    }

    private static String find(String name, Map<String, String> parameters, Map<String, String> options) {
        String option = words(name).replace(' ', '-');
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

    private static String size(String bytes) {
        return bytes.matches("[0-9]{1,18}") ? Amount.ofBytes(Double.parseDouble(bytes)) : bytes;
    }

    private static String count(String number) {
        return number.matches("[0-9]{1,18}") ? Amount.ofCount(Double.parseDouble(number)) : number;
    }

    /** {@code readAheadBytes} as {@code read ahead bytes}; names that are written with other signs keep them. */
    static String words(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
