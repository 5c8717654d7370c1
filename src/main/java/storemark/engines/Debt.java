package storemark.engines;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import storemark.fork.ForkPlan;

/** Waits until the work that earlier writes left is done, but not for ever. */
public final class Debt {
    /** Where nothing is set: a load has to be settled. */
    private static final Duration DAY = Duration.ofDays(1);

    private static final long POLL_MILLIS = 20;

    private Debt() {}

    /** How long to wait for a store. */
    public static Duration patience() {
        Long seconds = ForkPlan.ofThisProcess().settleSeconds();
        return seconds == null ? DAY : Duration.ofSeconds(seconds);
    }

    /**
     * Polls until the library has done its work.
     *
     * @param what is waited for, for the message
     * @param isDone whether nothing is left to do
     * @throws TimeoutException if it takes longer than {@link #patience}
     */
    public static void await(String what, Callable<Boolean> isDone) throws Exception {
        repeat(what, isDone, POLL_MILLIS);
    }

    /**
     * Does the work in parts, without a pause. A part should take at most a second: none is interrupted.
     *
     * @param what is done, for the message
     * @param part does a part of the work; true if nothing is left to do
     * @throws TimeoutException if it takes longer than {@link #patience}
     */
    public static void pay(String what, Callable<Boolean> part) throws Exception {
        repeat(what, part, 0);
    }

    private static void repeat(String what, Callable<Boolean> step, long pauseMillis) throws Exception {
        Duration patience = patience();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(patience.toSeconds()); // of centuries: the longest
        while (!step.call()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new TimeoutException(what + " is not done after " + patience.toSeconds() + " s");
            }
            Thread.sleep(pauseMillis);
        }
    }
}
