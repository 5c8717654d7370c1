package storemark.dataset;

import java.time.Duration;

/**
 * How far a long operation has come.
 *
 * @param phase what is being done
 * @param done records, or bytes where the phase copies, so far
 * @param total records or bytes when all is done; an estimate where the phase copies; 0 when it is not known
 * @param rate records or bytes a second since the last report; 0 in the first one
 * @param bytesOnDisk allocated bytes of what is being written or read, measured every few seconds; -1 when not known
 * @param elapsed time since the phase began
 */
public record Progress(Phase phase, long done, long total, double rate, long bytesOnDisk, Duration elapsed) {
    /** What is being done. */
    public enum Phase {
        LOAD,
        /** The engine pays its debt, and files are forced to the device: reported at its begin and its end. */
        SETTLE,
        COPY,
        VERIFY
    }

    /** Takes reports, at most some four a second, on the thread that does the work: what it does costs loading time. */
    @FunctionalInterface
    public interface Listener {
        /** For those who do not care. */
        Listener NONE = progress -> {};

        void progress(Progress progress);
    }
}
