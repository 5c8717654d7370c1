package storemark.jmh;

import java.util.Optional;

/**
 * Ends a fork whose runner was killed. JMH's own fork goes on until it next reports, and would meanwhile hold a store that
 * the resumed run needs.
 */
final class ParentWatch {
    private static final long PERIOD_MILLIS = 500;
    private static final int EXIT_CODE = 75;

    private ParentWatch() {}

    /** Starts watching the process that the system property {@code storemark.parent} names; none without it. */
    static void start() {
        Long parent = Long.getLong("storemark.parent");
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
