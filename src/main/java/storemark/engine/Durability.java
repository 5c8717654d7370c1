package storemark.engine;

import java.util.Locale;

/** What survives once a commit has returned. Every adapter maps these to its library's own setting, or refuses. */
public enum Durability {
    /** Nothing is promised: a killed process may lose every commit since the last checkpoint, of some engines the whole store. */
    NONE,
    /** A killed process loses nothing, because the operating system holds the data; a power cut may lose commits, of some engines the whole store. */
    PROCESS,
    /** A power cut loses nothing: the commit returns after the device has confirmed the write. */
    POWER;

    /** The name as written on the command line: {@code none}, {@code process} or {@code power}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
