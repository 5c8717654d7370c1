package storemark.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The shape of all records of a dataset: key and value are pure functions of (seed, id, revision), so that any of them can
 * be made again and checked without being stored. Immutable; safe to share between threads; nothing here allocates.
 *
 * <p>Keys are 8-byte big-endian unsigned integers, 16-byte zero-padded decimal strings, or those with 16 hexadecimal digits of a
 * hash of the id after them; all sort as their ids do. A
 * value is a run of pseudo-random words (a Weyl sequence through one round of multiply and xor-shift, after SplitMix64: G.
 * Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014), followed by zeros over the
 * share that {@code compressibility} names; or one such word, followed by {@link Prose}.
 *
 * @param seed any number; another seed gives other values for the same ids
 * @param keyBytes size of a key, in bytes: 8, 16 or 32
 * @param minValueBytes the shortest value, in bytes: 0 to {@link #MAX_VALUE_BYTES}
 * @param maxValueBytes the longest value, in bytes; sizes are drawn uniformly in between, as a function of seed and id
 * @param compressibility how far values compress; their first 8 bytes never do, so that values differ
 */
public record Records(long seed, int keyBytes, int minValueBytes, int maxValueBytes, Compressibility compressibility) {
    /** The largest value, in bytes. */
    public static final int MAX_VALUE_BYTES = 1 << 20;
    /** Ids of decimal keys are below this. */
    public static final long DECIMAL_IDS = 10_000_000_000_000_000L;

    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_BUFFER =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LITTLE_BUFFER = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long MIX_1 = 0xBF58476D1CE4E5B9L;
    private static final long MIX_2 = 0x94D049BB133111EBL;
    private static final int WORD = Long.BYTES;

    public Records {
        if (keyBytes != 8 && keyBytes != 16 && keyBytes != 32) {
            throw new IllegalArgumentException(
                    "key of " + keyBytes + " bytes: must be 8 (integer), 16 (decimal) or 32 (decimal and a hash)");
        }
        if (minValueBytes < 0 || maxValueBytes < minValueBytes || maxValueBytes > MAX_VALUE_BYTES) {
            throw new IllegalArgumentException("value of " + minValueBytes + " to " + maxValueBytes
                    + " bytes: must be between 0 and " + MAX_VALUE_BYTES);
        }
    }

    /** Records whose values compress to nothing over {@code share} of their bytes, 0.0 to 1.0. */
    public Records(long seed, int keyBytes, int minValueBytes, int maxValueBytes, double share) {
        this(seed, keyBytes, minValueBytes, maxValueBytes, new Compressibility(share, false));
    }

    /**
     * The same keys with values of another seed. An engine that is opened with these returns what was put before only if it has
     * stored it: one that makes values again makes others.
     */
    public Records withForeignValues() {
        return new Records(~seed, keyBytes, minValueBytes, maxValueBytes, compressibility);
    }

    /** The expected size of a value, in bytes. */
    public double meanValueBytes() {
        return (minValueBytes + (double) maxValueBytes) / 2;
    }

    /** The size of the value of {@code id}, in bytes; the same for every revision. */
    public int valueBytes(long id) {
        if (minValueBytes == maxValueBytes) {
            return maxValueBytes;
        }
        long span = maxValueBytes - minValueBytes + 1L;
        return minValueBytes + (int) (((mix(seed + ~id) >>> 33) * span) >>> 31);
    }

    /** The legal id, over the whole range of the key format, that 64 random bits stand for. */
    public long idOf(long randomBits) {
        return keyBytes == 8 ? randomBits : Long.remainderUnsigned(randomBits, DECIMAL_IDS);
    }

    /** The highest id, as an unsigned number, that a key can be made of. */
    public long highestId() {
        return keyBytes == 8 ? -1L : DECIMAL_IDS - 1;
    }

    /** Writes the key of {@code id} to the first {@link #keyBytes()} bytes of {@code to}. */
    public void key(long id, byte[] to) {
        if (keyBytes == 8) {
            BIG.set(to, 0, id);
        } else {
            BIG.set(to, 0, digits(Long.divideUnsigned(id, 100_000_000)));
            BIG.set(to, 8, digits(Long.remainderUnsigned(id, 100_000_000)));
            if (keyBytes == 32) {
                long hash = mix(id);
                BIG.set(to, 16, hexadecimal(hash >>> 32));
                BIG.set(to, 24, hexadecimal(hash));
            }
        }
    }

    /** The key of {@code id} in an array of its own, for a library that keeps it. */
    public byte[] key(long id) {
        byte[] key = new byte[keyBytes];
        key(id, key);
        return key;
    }

    /** Writes the key of {@code id} to {@code to} from index 0; position and limit are neither used nor moved. */
    public void key(long id, ByteBuffer to) {
        if (keyBytes == 8) {
            BIG_BUFFER.set(to, 0, id);
        } else {
            BIG_BUFFER.set(to, 0, digits(Long.divideUnsigned(id, 100_000_000)));
            BIG_BUFFER.set(to, 8, digits(Long.remainderUnsigned(id, 100_000_000)));
            if (keyBytes == 32) {
                long hash = mix(id);
                BIG_BUFFER.set(to, 16, hexadecimal(hash >>> 32));
                BIG_BUFFER.set(to, 24, hexadecimal(hash));
            }
        }
    }

    /** The id of the key at {@code offset}. */
    public long id(byte[] key, int offset) {
        long high = (long) BIG.get(key, offset);
        return keyBytes == 8 ? high : number(high) * 100_000_000 + number((long) BIG.get(key, offset + WORD));
    }

    /** The id of the key at the position of {@code key}, which is not moved. */
    public long id(ByteBuffer key) {
        int offset = key.position();
        long high = (long) BIG_BUFFER.get(key, offset);
        return keyBytes == 8 ? high : number(high) * 100_000_000 + number((long) BIG_BUFFER.get(key, offset + WORD));
    }

    /** Writes the value of (id, revision) to the start of {@code to}, and returns its size in bytes. */
    public int value(long id, int revision, byte[] to) {
        int length = valueBytes(id);
        if (compressibility.isText() && length > WORD) {
            Prose.write(state(id, revision), length, to);
            return length;
        }
        int random = randomBytes(length);
        long state = state(id, revision);
        int at = 0;
        for (; at <= random - WORD; at += WORD) {
            state += GOLDEN;
            LITTLE.set(to, at, scramble(state));
        }
        long rest = scramble(state + GOLDEN);
        for (; at < random; at++, rest >>>= 8) {
            to[at] = (byte) rest;
        }
        Arrays.fill(to, random, length, (byte) 0);
        return length;
    }

    /** The value of (id, revision) in an array of its own, for a library that keeps it. */
    public byte[] value(long id, int revision) {
        byte[] value = new byte[valueBytes(id)];
        value(id, revision, value);
        return value;
    }

    /** Writes the value of (id, revision) to {@code to} from index 0, and returns its size; position and limit stay. */
    public int value(long id, int revision, ByteBuffer to) {
        int length = valueBytes(id);
        if (compressibility.isText() && length > WORD) {
            Prose.write(state(id, revision), length, to);
            return length;
        }
        int random = randomBytes(length);
        long state = state(id, revision);
        int at = 0;
        for (; at <= random - WORD; at += WORD) {
            state += GOLDEN;
            LITTLE_BUFFER.set(to, at, scramble(state));
        }
        long rest = scramble(state + GOLDEN);
        for (; at < random; at++, rest >>>= 8) {
            to.put(at, (byte) rest);
        }
        for (; at <= length - WORD; at += WORD) {
            LITTLE_BUFFER.set(to, at, 0L);
        }
        for (; at < length; at++) {
            to.put(at, (byte) 0);
        }
        return length;
    }

    private int randomBytes(int length) {
        double share = compressibility.share();
        return share == 0 ? length : Math.max(Math.min(length, WORD), (int) Math.round(length * (1 - share)));
    }

    private long state(long id, int revision) {
        return mix(mix(seed + id * GOLDEN) + revision);
    }

    /** One cheap round: enough to be incompressible, at about a nanosecond a word. */
    static long scramble(long z) {
        z = (z ^ (z >>> 32)) * MIX_1;
        return z ^ (z >>> 29);
    }

    /** SplitMix64's finalizer: a bijection of 64-bit words. */
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * MIX_1;
        z = (z ^ (z >>> 27)) * MIX_2;
        return z ^ (z >>> 31);
    }

    /** Eight decimal digits of a number below 10^8 as ASCII, the first in the highest byte. */
    private static long digits(long number) {
        long ascii = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            long tenth = number / 10;
            ascii |= ('0' + (number - tenth * 10)) << shift;
            number = tenth;
        }
        return ascii;
    }

    /** The lower 32 bits of a number as eight hexadecimal digits in ASCII, the first in the highest byte. */
    private static long hexadecimal(long number) {
        long ascii = 0;
        for (int shift = 0; shift < 32; shift += 4) {
            long digit = (number >>> shift) & 0xf;
            ascii |= ((digit < 10 ? '0' : 'a' - 10) + digit) << (2 * shift);
        }
        return ascii;
    }

    private static long number(long ascii) {
        long number = 0;
        for (int shift = 56; shift >= 0; shift -= 8) {
            number = number * 10 + ((ascii >>> shift) & 0xf);
        }
        return number;
    }
}
