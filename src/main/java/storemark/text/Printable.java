package storemark.text;

import java.util.regex.Pattern;

/** Makes text that we did not write safe to print. */
public final class Printable {
    /** Control and format characters, which a terminal obeys, and halves of a pair, which nothing can print; no line end. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}&&[^\n]]");

    private Printable() {}

    /** {@code text} with a replacement character in place of each that a terminal would obey; line ends stay. */
    public static String of(String text) {
        return UNPRINTABLE.matcher(text).replaceAll("\uFFFD");
    }
}
