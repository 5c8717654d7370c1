package storemark.engine;

import java.util.Locale;

/** What survives once a commit has returned. Every adapter maps these to its library's own setting, or refuses. */
public enum Durability {
    /** Nothing: a killed process can lose every commit since the last checkpoint; some engines lose the whole store. */
    NONE,
    /** A killed process loses nothing: the operating system has the data. A power cut can lose commits; some engines lose the whole store. */
    PROCESS,
    /** A power cut loses nothing: a commit returns after the device has confirmed the write. */
    POWER;

    /** The name as written on the command line: {@code none}, {@code process} or {@code power}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
