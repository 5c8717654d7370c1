package storemark.report.published;

import java.util.Locale;

/** Where the data of the key ranges were that a rate is averaged over. */
public enum DataPlace {
    ALL,
    IN_MEMORY,
    PAST_MEMORY;

    /** As text, and as the label {@code window} of a {@link Fact}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
