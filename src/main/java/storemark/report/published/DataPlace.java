package storemark.report.published;

/** Where the data of the key ranges were that a rate is averaged over. */
public enum DataPlace {
    ALL("all"),
    IN_MEMORY("in memory"),
    PAST_MEMORY("past memory");

    private final String words;

    DataPlace(String words) {
        this.words = words;
    }

    /** As text, and as the label {@code window} of a {@link Fact}. */
    public String words() {
        return words;
    }
}
