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

    /** This failure, when the kernel has ended a process meanwhile. */
    CellFailure forWantOfMemory() {
        return new CellFailure(
                "the kernel's out-of-memory killer ended a process, probably this one (" + getMessage()
                        + "): use a smaller --cache, or stop other processes",
                log,
                this);
    }

    /** This failure, when the runner has ended the fork because it did not report for long. */
    CellFailure ofSilence() {
        return new CellFailure("the fork hung: it reported nothing for 5 min and was killed", log, this);
    }

    String log() {
        return log;
    }
}
