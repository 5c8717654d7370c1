package storemark.engine;

/**
 * An engine was asked for something it cannot do. The message is the reason, in one line, and ends up in the report as
 * <em>not supported: reason</em>; nothing may run under a label that it does not deserve.
 */
public final class Unsupported extends Exception {
    private static final long serialVersionUID = 1L;

    public Unsupported(String reason) {
        super(reason);
    }
}
