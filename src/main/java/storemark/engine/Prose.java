package storemark.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Text that compresses as text does: words of {@code words.txt}, the common ones more often. The k-th of them has a weight of
 * 1 / (k + 20) (Zipf's law as B. Mandelbrot has it, in "An informational theory of the statistical structure of language", 1953).
 * Nothing here allocates once the table is made.
 */
final class Prose {
    private static final int SLOT_BITS = 12;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final int WORDS_PER_DRAW = Long.SIZE / SLOT_BITS;
    private static final int SHIFT = 20;
    /** Each with a blank behind it, the first letter in the lowest byte; a common word has many slots. */
    private static final long[] WORDS = new long[SLOTS];

    private static final byte[] LENGTHS = new byte[SLOTS];

    static {
        String[] words = read();
        double all = 0;
        for (int rank = 0; rank < words.length; rank++) {
            all += 1.0 / (rank + SHIFT);
        }
        double part = 0;
        int slot = 0;
        for (int rank = 0; rank < words.length; rank++) {
            part += 1.0 / (rank + SHIFT);
            byte[] letters = (words[rank] + " ").getBytes(StandardCharsets.US_ASCII);
            for (; slot < Math.round(part / all * SLOTS); slot++) {
                LENGTHS[slot] = (byte) letters.length;
                for (int at = letters.length - 1; at >= 0; at--) {
                    WORDS[slot] = WORDS[slot] << Byte.SIZE | letters[at];
                }
            }
        }
    }

    private Prose() {}

    private static String[] read() {
        try (InputStream file = Prose.class.getResourceAsStream("words.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.US_ASCII).split("\\s+");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Writes eight bytes that differ for each {@code state}, and text behind them, to the start of {@code to}.
     *
     * @param length of all, in bytes: 9 or more
     */
    static void write(long state, int length, byte[] to) {
        long random = state + Records.GOLDEN;
        Records.LITTLE.set(to, 0, Records.scramble(random));
        long draw = 0;
        int left = 0;
        for (int at = Long.BYTES; at < length; left--, draw >>>= SLOT_BITS) {
            if (left == 0) {
                random += Records.GOLDEN;
                draw = Records.scramble(random);
                left = WORDS_PER_DRAW;
            }
            int slot = (int) draw & SLOTS - 1;
            long word = WORDS[slot];
            if (at <= length - Long.BYTES) {
                Records.LITTLE.set(to, at, word);
            } else {
                for (int end = at; end < length; end++, word >>>= Byte.SIZE) {
                    to[end] = (byte) word;
                }
            }
            at += LENGTHS[slot];
        }
    }

    /** The same, from index 0 of {@code to}. */
    static void write(long state, int length, ByteBuffer to) {
        long random = state + Records.GOLDEN;
        Records.LITTLE_BUFFER.set(to, 0, Records.scramble(random));
        long draw = 0;
        int left = 0;
        for (int at = Long.BYTES; at < length; left--, draw >>>= SLOT_BITS) {
            if (left == 0) {
                random += Records.GOLDEN;
                draw = Records.scramble(random);
                left = WORDS_PER_DRAW;
            }
            int slot = (int) draw & SLOTS - 1;
            long word = WORDS[slot];
            if (at <= length - Long.BYTES) {
                Records.LITTLE_BUFFER.set(to, at, word);
            } else {
                for (int end = at; end < length; end++, word >>>= Byte.SIZE) {
                    to.put(end, (byte) word);
                }
            }
            at += LENGTHS[slot];
        }
    }
}
