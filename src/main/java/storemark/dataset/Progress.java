package storemark.dataset;

import java.time.Duration;

/**
 * How far a long operation has come.
 *
 * @param phase what is being done
 * @param done records, or bytes where the phase copies, so far
 * @param first what was done already when this phase began: by an earlier part of a load
 * @param total records or bytes when all is done; an estimate where the phase copies; 0 when it is not known
 * @param rate records or bytes per second since the last report; 0 in the first one
 * @param bytesOnDisk allocated bytes of what is being written or read, measured every few seconds; -1 when not known
 * @param freeBytes what may still be written to its file system; -1 when not known
 * @param elapsed time since the phase began
 */
public record Progress(
        Phase phase,
        long done,
        long first,
        long total,
        double rate,
        long bytesOnDisk,
        long freeBytes,
        Duration elapsed) {
    /** What is being done. */
    public enum Phase {
        LOAD,
        /** All records are replaced, once or more. */
        CHURN,
        /** The engine pays its debt, and files are forced to the device; how far it is, no engine tells. */
        SETTLE,
        COPY,
        VERIFY
    }

    /** Takes reports, at most about four per second, on the thread that does the work: what it does costs loading time. */
    @FunctionalInterface
    public interface Listener {
        /** Ignores all reports. */
        Listener NONE = progress -> {};

        void progress(Progress progress);

        /** A line that stays: a load resumes, or starts again, and why. */
        default void note(String line) {}
    }
}
