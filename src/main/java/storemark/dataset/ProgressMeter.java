package storemark.dataset;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Turns the many ticks of a working loop into few reports. Used by one thread. */
final class ProgressMeter {
    /** Measures what is on disk; may take milliseconds. */
    @FunctionalInterface
    interface DiskGauge {
        long bytes() throws Exception;
    }

    private static final long REPORT_NANOS = 250_000_000L;
    private static final long DISK_NANOS = 3_000_000_000L;

    private final Progress.Phase phase;
    private final long total;
    private final Progress.Listener listener;
    private final DiskGauge gauge;
    private final LongSupplier clock;
    private final long began;
    private long reported;
    private long reportedDone;
    private long measured;
    private long bytesOnDisk = -1;

    ProgressMeter(Progress.Phase phase, long total, Progress.Listener listener, DiskGauge gauge) {
        this(phase, total, listener, gauge, System::nanoTime);
    }

    ProgressMeter(Progress.Phase phase, long total, Progress.Listener listener, DiskGauge gauge, LongSupplier clock) {
        this.phase = phase;
        this.total = total;
        this.listener = listener;
        this.gauge = gauge;
        this.clock = clock;
        began = clock.getAsLong();
        reported = began;
        measured = began;
    }

    /** Reports if the last report is long enough ago; true when what is on disk was measured too. */
    boolean tick(long done) {
        long now = clock.getAsLong();
        if (now - reported < REPORT_NANOS) {
            return false;
        }
        boolean measure = now - measured >= DISK_NANOS;
        if (measure) {
            measure();
            now = clock.getAsLong();
            measured = now;
        }
        reportAt(done, now);
        return measure;
    }

    /** Measures and reports at once: the phase begins, or has ended. */
    void report(long done) {
        measure();
        reportAt(done, clock.getAsLong());
    }

    /** Reports at once, with what is on disk as the caller has measured it. */
    void report(long done, long bytes) {
        bytesOnDisk = bytes;
        reportAt(done, clock.getAsLong());
    }

    double seconds() {
        return (clock.getAsLong() - began) / 1e9;
    }

    Duration elapsed() {
        return Duration.ofNanos(clock.getAsLong() - began);
    }

    private void reportAt(long done, long now) {
        double rate = now > reported ? (done - reportedDone) * 1e9 / (now - reported) : 0;
        reported = now;
        reportedDone = done;
        listener.progress(new Progress(phase, done, total, rate, bytesOnDisk, Duration.ofNanos(now - began)));
    }

    private void measure() {
        try {
            bytesOnDisk = gauge.bytes();
        } catch (Exception unreadable) {
            // A figure for the progress line only: if files cannot be read, the work itself is about to say so.
            bytesOnDisk = -1;
        }
    }
}
