package storemark.engine;

/**
 * How far values compress. Immutable.
 *
 * @param share the share of each value that compresses to nothing, 0.0 to 1.0; 0.0 for text
 * @param isText whether values are English words, which compress as text does: to two fifths by zlib in blocks of 32 KiB
 */
public record Compressibility(double share, boolean isText) {
    private static final Compressibility TEXT = new Compressibility(0, true);

    public Compressibility {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("'" + share + "': must be between 0.0 and 1.0, or text");
        }
    }

    /**
     * Reads {@code text}, or a share: {@code 0.5}.
     *
     * @throws IllegalArgumentException when it is neither, or the share is not between 0.0 and 1.0
     */
    public static Compressibility parse(String text) {
        return text.equals("text") ? TEXT : new Compressibility(Double.parseDouble(text), false);
    }

    /** What {@link #parse} reads. */
    @Override
    public String toString() {
        return isText ? "text" : String.valueOf(share);
    }
}
