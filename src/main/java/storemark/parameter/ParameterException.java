package storemark.parameter;

/** A value cannot be. The message is one line that begins with the parameter's name. */
public final class ParameterException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient Parameter<?> parameter;
    private final String text;

    /** @param text the value at fault, which may be one element of a list */
    public ParameterException(Parameter<?> parameter, String text, String reason, Throwable cause) {
        super(parameter + ": " + reason, cause);
        this.parameter = parameter;
        this.text = text;
    }

    public Parameter<?> parameter() {
        return parameter;
    }

    public String text() {
        return text;
    }
}
