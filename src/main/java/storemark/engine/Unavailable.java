package storemark.engine;

/** An engine, or one of its profiles, cannot run on this machine. The message says what is missing and how to get it. */
public final class Unavailable extends Exception {
    private static final long serialVersionUID = 1L;

    public Unavailable(String reason) {
        super(reason);
    }

    public Unavailable(String reason, Throwable cause) {
        super(reason, cause);
    }
}
