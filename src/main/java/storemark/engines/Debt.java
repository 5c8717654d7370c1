package storemark.engines;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import storemark.fork.ForkPlan;

/** Waits for what earlier writes left to do, but not for ever. */
public final class Debt {
    /** A load has to be settled. */
    private static final Duration DAY = Duration.ofDays(1);

    private static final long POLL_MILLIS = 20;

    /** Does a part of the work, or looks how far the library has come by itself. */
    @FunctionalInterface
    public interface Step {
        /** Whether nothing is left to do. */
        boolean done() throws Exception;
    }

    private Debt() {}

    /** How long a store is waited for. */
    public static Duration patience() {
        Long seconds = ForkPlan.ofThisProcess().settleSeconds();
        return seconds == null ? DAY : Duration.ofSeconds(seconds);
    }

    /**
     * Looks again and again whether the library has done its work.
     *
     * @param what is waited for, for the message
     * @throws TimeoutException when it takes longer than {@link #patience}
     */
    public static void await(String what, Step step) throws Exception {
        repeat(what, step, POLL_MILLIS);
    }

    /**
     * Does the work part by part, without a pause. A part should take a second at the most: none is ended before its time.
     *
     * @param what is done, for the message
     * @throws TimeoutException when it takes longer than {@link #patience}
     */
    public static void pay(String what, Step part) throws Exception {
        repeat(what, part, 0);
    }

    private static void repeat(String what, Step step, long pauseMillis) throws Exception {
        Duration patience = patience();
        long deadline = System.nanoTime() + patience.toNanos();
        while (!step.done()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new TimeoutException(what + " is not done after " + patience.toSeconds() + " s");
            }
            Thread.sleep(pauseMillis);
        }
    }
}
