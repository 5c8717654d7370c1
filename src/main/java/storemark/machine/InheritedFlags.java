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

    /** By the form of a flag; no flag has two of them. */
    private static final Map<String, String> EFFECTS = Map.of(
            "-Xint", "nothing is compiled",
            "-Xcomp|-XX:TieredStopAtLevel=[0-3]", "compiled code is slower",
            "-agentlib:jdwp.*|-Xrunjdwp.*|-Xdebug", "a debugger slows it down",
            "-javaagent:.*", "an agent may change the measured code",
            "-(ea|esa|enableassertions|enablesystemassertions)(:.*)?", "assertions are in the measured code");

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
                EFFECTS.forEach((form, effect) -> {
                    if (flag.matches(form)) {
                        // Only the option's name: what follows it may be a path.
                        found.put(variable + " has " + flag.split("[=:](?=[/\\\\])", 2)[0] + ": " + effect, variable);
                    }
                });
            }
        });
        return found;
    }
}
