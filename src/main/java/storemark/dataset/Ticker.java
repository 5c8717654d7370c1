package storemark.dataset;

import java.util.concurrent.locks.LockSupport;

/** Reports while the thread that works is inside of a library, which tells nothing. Ends when closed. */
public final class Ticker implements AutoCloseable {
    private static final long PERIOD_NANOS = 250_000_000L;

    private final Thread thread;
    private volatile boolean ended;

    private Ticker(Runnable tick) {
        thread = new Thread(
                () -> {
                    while (!ended) {
                        tick.run();
                        LockSupport.parkNanos(PERIOD_NANOS);
                    }
                },
                "progress");
        thread.setDaemon(true);
    }

    /** Calls {@code tick} about four times per second until closed, and never after that. */
    public static Ticker of(Runnable tick) {
        Ticker ticker = new Ticker(tick);
        ticker.thread.start();
        return ticker;
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        LockSupport.unpark(thread);
        thread.join();
    }
}
