package storemark.run;

import java.util.ArrayList;
import java.util.List;

/** The flags of every Java process that the harness starts: one set for all engines, accepted by Java 17 to 25. */
public final class ForkFlags {
    /** Heap in bytes beside what an engine keeps: for code, JMH, histograms and short-lived objects. */
    static final long HARNESS_HEAP = 512L << 20;

    /** A system property: the level of the one logger that all libraries are routed to. */
    public static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    /** A system property of the runner: further flags for the processes that load, verify and measure. */
    private static final String FURTHER = "storemark.flags";

    /** A system property of the runner: an archive of classes (class data sharing) for all processes, which start sooner with it. */
    private static final String ARCHIVE = "storemark.classes";

    private static final String COLLECTOR = "-XX:+UseG1GC";

    /** The first use of a page of heap is slow, mostly on a virtual machine: it happens before the clock starts, not in the first increments. */
    private static final String TOUCHED = "-XX:+AlwaysPreTouch";

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
        List<String> flags = new ArrayList<>(access());
        flags.addAll(List.of(COLLECTOR, TOUCHED));
        flags.addAll(further());
        return String.join(" ", flags) + " -Xms = -Xmx as the engine needs";
    }

    /** Those, and a heap of fixed size with one collector, so that neither depends on the machine. */
    public static List<String> measuring(long engineHeapBytes) {
        return withHeap(HARNESS_HEAP + engineHeapBytes);
    }

    /**
     * The same within a memory budget. All of the heap is taken at the start, or the page cache would shrink while it is
     * measured. The collector's mark stack starts with 1 MiB, not 32, and grows when it has to.
     */
    static List<String> limited(long heapBytes) {
        List<String> flags = withHeap(heapBytes);
        flags.add("-XX:MarkStackSize=128k");
        return flags;
    }

    /**
     * Flags of a short process that measures nothing: the JVM starts fast, and prints no messages of its own
     * into the output that is read from it.
     */
    public static List<String> brief(long engineHeapBytes) {
        List<String> flags = new ArrayList<>(List.of("-Xlog:disable", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        flags.addAll(access());
        flags.add("-Xmx" + ((HARNESS_HEAP + engineHeapBytes) >> 20) + "m");
        flags.addAll(passedOn());
        return flags;
    }

    private static List<String> withHeap(long heapBytes) {
        long heap = (heapBytes + (1 << 20) - 1) >> 20;
        List<String> flags = new ArrayList<>(access());
        flags.addAll(List.of("-Xms" + heap + "m", "-Xmx" + heap + "m", COLLECTOR, TOUCHED));
        flags.addAll(further());
        flags.addAll(passedOn());
        return flags;
    }

    /** Placed last, so that they override the flags before them. */
    private static List<String> further() {
        String flags = System.getProperty(FURTHER, "").strip();
        return flags.isEmpty() ? List.of() : List.of(flags.split("\\s+"));
    }

    /** Flags of this process that its children get too. */
    private static List<String> passedOn() {
        List<String> flags = new ArrayList<>();
        String logLevel = System.getProperty(LOG_LEVEL);
        if (logLevel != null) {
            flags.add("-D" + LOG_LEVEL + "=" + logLevel);
        }
        String archive = System.getProperty(ARCHIVE);
        if (archive != null) {
            flags.add("-XX:SharedArchiveFile=" + archive);
        }
        return flags;
    }
}
