package storemark.cli;

/** An end of a command that is told in one line, with the exit code of its kind. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Done, but some cells failed. */
    static final int SOME_FAILED = 1;
    /** The command line, a suite or a setting is wrong. */
    static final int USAGE = 2;
    /** This machine, directory or run cannot be used as asked. */
    static final int REFUSED = 3;
    /** A comparison found cells that are slower than its limit allows. */
    static final int SLOWER = 4;

    private final int exitCode;

    Failure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    static Failure failed(String message) {
        return new Failure(SOME_FAILED, message, null);
    }

    static Failure usage(String message) {
        return new Failure(USAGE, message, null);
    }

    static Failure refused(String message) {
        return new Failure(REFUSED, message, null);
    }

    static Failure slower(String message) {
        return new Failure(SLOWER, message, null);
    }

    int exitCode() {
        return exitCode;
    }
}
