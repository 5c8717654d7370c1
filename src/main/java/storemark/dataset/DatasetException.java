package storemark.dataset;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A dataset cannot be made, used or removed. The message is one line: what, where, and what to do. */
public final class DatasetException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 300;
    /** As the system, and libraries that look before they write, put it; lower case. */
    private static final List<String> NO_SPACE =
            List.of("no space left", "disk full", "disk is full", "not enough space");
    /** The class of a cause, as {@code new Exception(cause)} puts it before the message. */
    private static final Pattern WRAPPED = Pattern.compile("^(?:[a-z]\\w*\\.)+[A-Z][\\w$]*: ");

    /** The kind of error, for callers that can do something about it. */
    public enum Reason {
        /** The folder holds files that are not a dataset's. Nothing of ours ever deletes them. */
        FOREIGN,
        /** A load or a copy was interrupted; loading resumes it, or starts again. */
        UNFINISHED,
        /** A workload has written to the dataset itself; loading makes it again. */
        WRITTEN,
        /** What is on disk is not what was written; loading with force makes it again. */
        DAMAGED,
        /** The manifest, or the store, was written by another version of this harness or of the library. */
        VERSION,
        /** The device may not be written to, or does not hold what it should. */
        DEVICE,
        /** Another process, or another part of this one, uses the folder now. */
        LOCKED,
        /** The engine or the file system failed; the cause is theirs. */
        FAILED;

        DatasetException error(String message) {
            return error(message, null);
        }

        DatasetException error(String message, Throwable cause) {
            return new DatasetException(this, message, cause);
        }
    }

    private final Reason reason;

    private DatasetException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** The error of a library or the file system in one line. */
    static String oneLine(Throwable error) {
        String message = error.getMessage();
        if (message == null || message.isBlank()) {
            return error.getClass().getSimpleName();
        }
        // A FileSystemException's message may be nothing but the path.
        boolean bare = error instanceof FileSystemException fault && fault.getReason() == null;
        boolean mute = error instanceof Error;
        String line = (bare || mute ? error.getClass().getSimpleName() + ": " : "")
                + WRAPPED.matcher(message.strip().replaceAll("\\s+", " ")).replaceFirst("");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 3) + "...";
    }

    /** Whether {@code error}, or what caused it, speaks of a device without space. */
    static boolean noSpace(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            if (NO_SPACE.stream().anyMatch(text::contains)) {
                return true;
            }
        }
        return false;
    }
}
