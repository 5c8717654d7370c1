package storemark.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.text.Printable;

/** Errors as one line: what, where, what to do. */
final class Errors {
    private Errors() {}

    static String line(Throwable thrown) {
        String text = text(thrown);
        return Printable.of(text.strip().replaceAll("\\s+", " "));
    }

    private static String text(Throwable thrown) {
        if (thrown instanceof Unsupported) {
            return "not supported: " + thrown.getMessage();
        }
        if (thrown instanceof Unavailable) {
            return "not available: " + thrown.getMessage();
        }
        if (thrown instanceof AccessDeniedException denied) {
            return "no permission for " + denied.getFile() + ": choose another folder, or change its owner";
        }
        if (thrown instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        }
        if (thrown instanceof FileAlreadyExistsException there) {
            return there.getFile() + " exists and is not a directory";
        }
        if (thrown instanceof FileSystemException failed && failed.getReason() != null) {
            return failed.getFile() + ": " + failed.getReason();
        }
        boolean told = thrown instanceof Failure
                || thrown instanceof IllegalArgumentException
                || thrown instanceof IOException;
        return told && thrown.getMessage() != null
                ? thrown.getMessage()
                : "unexpected " + thrown + ": run again with --stacktrace and report it";
    }

    /** The message of {@code thrown} and of each of its causes that adds something: the outermost alone may hide the reason. */
    static String withCauses(Throwable thrown) {
        String text = String.valueOf(thrown.getMessage());
        for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
            String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            text = text.contains(reason) ? text : text.replaceFirst("[.:]\\s*$", "") + ": " + reason;
        }
        return text;
    }

    static int exitCode(Throwable thrown) {
        if (thrown instanceof Failure failure) {
            return failure.exitCode();
        }
        if (thrown instanceof IllegalArgumentException) {
            return Failure.USAGE;
        }
        boolean refused =
                thrown instanceof Unsupported || thrown instanceof Unavailable || thrown instanceof IOException;
        return refused ? Failure.REFUSED : Failure.SOME_FAILED;
    }
}
