package storemark.suite;

/** A setting cannot be. The message is one line that begins with its name. */
final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String setting;
    private final String said;

    /** @param said the text at fault, which may be one element of a list; null when nothing was said */
    SettingException(String setting, String said, String message, Throwable cause) {
        super(setting + ": " + message, cause);
        this.setting = setting;
        this.said = said;
    }

    String setting() {
        return setting;
    }

    String said() {
        return said;
    }
}
