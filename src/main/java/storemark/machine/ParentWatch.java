package storemark.machine;

import java.util.Optional;

/**
 * Ends a process whose runner was killed. A fork of JMH would go on until it next reports, and meanwhile hold a store that the
 * resumed run needs.
 */
public final class ParentWatch {
    private static final long PERIOD_MILLIS = 500;
    private static final int EXIT_CODE = 75;

    private ParentWatch() {}

    /** Starts watching the process {@code parent}; null for none. */
    public static void start(Long parent) {
        if (parent == null) {
            return;
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(parent);
        Thread watch = new Thread(() -> watch(handle), "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void watch(Optional<ProcessHandle> parent) {
        try {
            while (parent.isPresent() && parent.get().isAlive()) {
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return;
        }
        Runtime.getRuntime().halt(EXIT_CODE);
    }
}
