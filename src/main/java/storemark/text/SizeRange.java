package storemark.text;

/**
 * Sizes that are drawn from a range, or all the same.
 *
 * @param least in bytes
 * @param most in bytes
 */
public record SizeRange(int least, int most) {
    /**
     * Reads {@code 100}, or {@code 1k-10k}. A size of 2 GiB or more is given as the largest number there is, for whoever limits
     * sizes to refuse.
     *
     * @throws IllegalArgumentException with one line, when {@code text} is neither
     */
    public static SizeRange parse(String text) {
        String[] ends = text.split("-", 2);
        return new SizeRange(bytes(ends[0]), bytes(ends[ends.length - 1]));
    }

    /** The text that {@link #parse} reads, in bytes. */
    @Override
    public String toString() {
        return least == most ? String.valueOf(most) : least + "-" + most;
    }

    private static int bytes(String text) {
        return (int) Math.min(Integer.MAX_VALUE, Amount.bytes(text));
    }
}
