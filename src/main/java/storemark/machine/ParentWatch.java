package storemark.machine;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends a process whose runner was killed. A fork of JMH would go on until it next reports, and meanwhile hold a store that the
 * resumed run needs.
 */
public final class ParentWatch {
    private static final long PERIOD_NANOS = 500_000_000L;
    private static final int EXIT_CODE = 75;

    private ParentWatch() {}

    /** Starts watching the process {@code parent}; null for none. */
    public static void start(Long parent) {
        if (parent == null) {
            return;
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(parent);
        Thread watch = new Thread(
                () -> {
                    while (handle.filter(ProcessHandle::isAlive).isPresent()) {
                        LockSupport.parkNanos(PERIOD_NANOS);
                    }
                    Runtime.getRuntime().halt(EXIT_CODE);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
