package storemark.dataset;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import storemark.machine.FreeSpace;

/** Turns the many ticks of a working loop into few reports. Used by one thread. */
final class ProgressMeter {
    private static final long REPORT_NANOS = 250_000_000L;
    private static final long DISK_NANOS = 3_000_000_000L;

    private final Progress.Phase phase;
    private final long total;
    private final Progress.Listener listener;
    private final Callable<Long> disk;
    private final Callable<FreeSpace> space;
    private final LongSupplier clock;
    private final long began;
    private long reported;
    private long reportedDone;
    private long first;
    private long measured;
    private long measuring;
    private long bytesOnDisk = -1;
    private FreeSpace left;

    /**
     * @param disk measures what is on disk, in bytes; may take milliseconds
     * @param place a directory on the file system whose space is watched
     */
    ProgressMeter(Progress.Phase phase, long total, Progress.Listener listener, Callable<Long> disk, Path place) {
        this(phase, total, listener, disk, () -> FreeSpace.of(place), System::nanoTime);
    }

    ProgressMeter(
            Progress.Phase phase,
            long total,
            Progress.Listener listener,
            Callable<Long> disk,
            Callable<FreeSpace> space,
            LongSupplier clock) {
        this.phase = phase;
        this.total = total;
        this.listener = listener;
        this.disk = disk;
        this.space = space;
        this.clock = clock;
        began = clock.getAsLong();
        reported = began;
        measured = began;
    }

    /** Begins with {@code done} of the total already there. */
    void startAt(long done) {
        first = done;
        reportedDone = done;
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

    /**
     * Ends what writes before the file system is full.
     *
     * @throws SpaceExhausted when the last report has found no more than the share that is to stay unused
     */
    void refuseExhausted() throws SpaceExhausted {
        if (left != null && left.exhausted()) {
            throw new SpaceExhausted(left);
        }
    }

    double seconds() {
        return (clock.getAsLong() - began) / 1e9;
    }

    /** Those in which the thread that ticks did not measure what is on disk: of many files that takes seconds. */
    double secondsOfWork() {
        return (clock.getAsLong() - began - measuring) / 1e9;
    }

    Duration elapsed() {
        return Duration.ofNanos(clock.getAsLong() - began);
    }

    private void reportAt(long done, long now) {
        double rate = now > reported ? (done - reportedDone) * 1e9 / (now - reported) : 0;
        reported = now;
        reportedDone = done;
        left = orElse(space, null); // if it is gone, what works there is about to say so better
        long free = left == null ? -1 : left.spendableBytes();
        Duration elapsed = Duration.ofNanos(now - began);
        listener.progress(new Progress(phase, done, first, total, rate, bytesOnDisk, free, elapsed));
    }

    private void measure() {
        long from = clock.getAsLong();
        bytesOnDisk = orElse(disk, -1L); // for the progress line only: if files cannot be read, the work itself says so
        measuring += clock.getAsLong() - from;
    }

    private static <T> T orElse(Callable<T> measurement, T unknown) {
        try {
            return measurement.call();
        } catch (Exception unreadable) {
            return unknown;
        }
    }
}
