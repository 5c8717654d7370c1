package storemark.run;

/** A cell could not be measured. The message is the reason in one line; {@link #log} is all that the fork said. */
final class CellFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String log;

    CellFailure(String reason, String log) {
        super(reason);
        this.log = log;
    }

    CellFailure(String reason, String log, Throwable cause) {
        super(reason, cause);
        this.log = log;
    }

    String log() {
        return log;
    }
}
