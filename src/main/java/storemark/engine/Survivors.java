package storemark.engine;

/** Which puts by themselves a store has after its process was killed at once: see {@link Traits#survivors}. */
public enum Survivors {
    /** Every put that had returned. */
    ALL("keeps all"),
    /** Those up to some put: a timer or a small buffer decides which; none at worst. */
    SOME("loses some"),
    /** None of the last thousands: they are in memory until a large buffer is full or seconds have passed. */
    NONE("loses all"),
    /** The store may not open, so that what was settled before is lost too. */
    UNOPENED("loses the store");

    private final String label;

    Survivors(String label) {
        this.label = label;
    }

    /** What a kill does: {@code loses all}. */
    public String label() {
        return label;
    }
}
