package storemark.engines;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Waits for what earlier writes left to do, but not for ever. */
final class Debt {
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final long POLL_MILLIS = 20;

    /** Does a part of the work, or looks how far the library has come by itself. */
    @FunctionalInterface
    interface Step {
        /** Whether nothing is left to do. */
        boolean done() throws Exception;
    }

    private Debt() {}

    /**
     * Repeats {@code step} until it is done.
     *
     * @param what is waited for, for the message
     * @throws TimeoutException after an hour
     */
    static void await(String what, Step step) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!step.done()) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(what + " is not done after " + PATIENCE.toMinutes() + " minutes");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }
}
