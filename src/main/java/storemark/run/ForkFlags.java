package storemark.run;

import java.util.ArrayList;
import java.util.List;

/** The flags of every Java process that the harness starts: one set for all engines, accepted by Java 17 to 25. */
public final class ForkFlags {
    /** What the harness itself needs, beside an engine: code, JMH, histograms. */
    private static final long HARNESS_HEAP = 256L << 20;

    /** Of the one logger that all libraries are routed to. */
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    private static final String COLLECTOR = "-XX:+UseG1GC";

    private ForkFlags() {}

    /**
     * What libraries need to reach native memory, without warnings. {@code --sun-misc-unsafe-memory-access} is wanted from
     * Java 23 on and unknown before, hence the flag that lets a JVM pass over what it does not know.
     */
    public static List<String> access() {
        return List.of(
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow");
    }

    /** What a run's record says of the flags: those that are the same for every cell; JMH's JSON has each fork's own. */
    public static String published() {
        return String.join(" ", access()) + " " + COLLECTOR + " -Xms = -Xmx as the engine needs";
    }

    /** Those, and a heap of fixed size with one collector, so that neither depends on the machine. */
    static List<String> measuring(long engineHeapBytes) {
        long heap = ((HARNESS_HEAP + engineHeapBytes) >> 20) + 1;
        List<String> flags = new ArrayList<>(access());
        flags.add("-Xms" + heap + "m");
        flags.add("-Xmx" + heap + "m");
        flags.add(COLLECTOR);
        String logLevel = System.getProperty(LOG_LEVEL);
        if (logLevel != null) {
            flags.add("-D" + LOG_LEVEL + "=" + logLevel);
        }
        String temporary = System.getProperty("java.io.tmpdir");
        if (temporary != null) {
            flags.add("-Djava.io.tmpdir=" + temporary);
        }
        return flags;
    }
}
