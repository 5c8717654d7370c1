package storemark.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JVM flags that come from the environment, which every JVM reads: the one that starts the run, and the forks that measure.
 * The flags on the command line of the first are not looked at: the forks are given others.
 */
final class InheritedFlags {
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private InheritedFlags() {}

    /** The flags by the variable that holds them. */
    static Map<String, String> in(Map<String, String> environment) {
        Map<String, String> found = new TreeMap<>(environment);
        found.keySet().retainAll(VARIABLES);
        return found;
    }

    /** What is said of each flag that slows measured code down, and the variable that holds it. */
    static Map<String, String> slowing(Map<String, String> flags) {
        Map<String, String> found = new LinkedHashMap<>();
        flags.forEach((variable, text) -> {
            for (String flag : text.strip().split("\\s+", -1)) {
                String effect = effect(flag);
                if (effect != null) {
                    // Only the option's name: what follows it may be a path.
                    found.put(variable + " has " + flag.split("[=:](?=[/\\\\])", 2)[0] + ": " + effect, variable);
                }
            }
        });
        return found;
    }

    private static String effect(String flag) {
        if (flag.equals("-Xint")) {
            return "nothing is compiled";
        }
        if (flag.equals("-Xcomp") || flag.matches("-XX:TieredStopAtLevel=[0-3]")) {
            return "compiled code is slower";
        }
        if (flag.startsWith("-agentlib:jdwp") || flag.startsWith("-Xrunjdwp") || flag.equals("-Xdebug")) {
            return "a debugger slows it down";
        }
        if (flag.startsWith("-javaagent:")) {
            return "an agent may change the measured code";
        }
        boolean assertions = flag.matches("-(ea|esa|enableassertions|enablesystemassertions)(:.*)?");
        return assertions ? "assertions are in the measured code" : null;
    }
}
