package storemark.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class RecordsTest {
    @Provide
    Arbitrary<Integer> keySizes() {
        return Arbitraries.of(8, 16);
    }

    @Property
    void keysSortLikeIds(@ForAll("keySizes") int keyBytes, @ForAll long left, @ForAll long right) {
        Records records = new Records(0, keyBytes, 0, 0, 0.0);
        long leftId = records.idOf(left);
        long rightId = records.idOf(right);
        int byKey = Arrays.compareUnsigned(records.key(leftId), records.key(rightId));
        assertEquals(Integer.signum(Long.compareUnsigned(leftId, rightId)), Integer.signum(byKey));
    }

    @Property
    void keysOfNeighbouringIdsAreInOrder(@ForAll("keySizes") int keyBytes, @ForAll long bits) {
        Records records = new Records(0, keyBytes, 0, 0, 0.0);
        long id = records.idOf(bits);
        long next = records.idOf(bits + 1);
        assertEquals(
                Integer.signum(Long.compareUnsigned(id, next)),
                Integer.signum(Arrays.compareUnsigned(records.key(id), records.key(next))));
    }

    @Property
    void readsIdFromKey(@ForAll("keySizes") int keyBytes, @ForAll long bits) {
        Records records = new Records(0, keyBytes, 0, 0, 0.0);
        long id = records.idOf(bits);
        assertEquals(id, records.id(records.key(id), 0));
        byte[] shifted = new byte[keyBytes + 3];
        System.arraycopy(records.key(id), 0, shifted, 3, keyBytes);
        assertEquals(id, records.id(shifted, 3));
        for (ByteBuffer buffer :
                new ByteBuffer[] {ByteBuffer.allocate(keyBytes), ByteBuffer.allocateDirect(keyBytes)}) {
            records.key(id, buffer);
            assertEquals(0, buffer.position());
            assertEquals(id, records.id(buffer));
            assertArrayEquals(records.key(id), bytes(buffer, keyBytes));
        }
    }

    @Example
    void zeroPadsDecimalKeys() {
        Records records = new Records(0, 16, 0, 0, 0.0);
        assertEquals("0000000000000042", new String(records.key(42), StandardCharsets.US_ASCII));
        assertEquals("9999999999999999", new String(records.key(Records.DECIMAL_IDS - 1), StandardCharsets.US_ASCII));
    }

    @Example
    void addsHashToKeysOf32Bytes() {
        Records records = new Records(0, 32, 0, 0, 0.0);
        String first = new String(records.key(1), StandardCharsets.US_ASCII);
        String second = new String(records.key(2), StandardCharsets.US_ASCII);
        assertTrue(first.matches("0000000000000001[0-9a-f]{16}"), first);
        assertTrue(second.matches("0000000000000002[0-9a-f]{16}"), second);
        assertNotEquals(first.substring(16), second.substring(16));
    }

    @Property(tries = 300)
    void valuesAreEqualInEveryBuffer(
            @ForAll long seed,
            @ForAll long id,
            @ForAll int revision,
            @ForAll @IntRange(max = 2000) int least,
            @ForAll @IntRange(max = 2000) int more,
            @ForAll @DoubleRange(min = 0, max = 1) double compressibility) {
        int most = least + more;
        Records records = new Records(seed, 8, least, most, compressibility);
        byte[] expected = new byte[most + 8];
        int length = records.value(id, revision, expected);
        assertEquals(records.valueBytes(id), length);
        assertTrue(length >= least && length <= most, () -> length + " is outside " + least + " to " + most);
        assertArrayEquals(new byte[most + 8 - length], Arrays.copyOfRange(expected, length, most + 8), "past its end");
        byte[] dirty = new byte[most];
        Arrays.fill(dirty, (byte) 0x55);
        new Records(seed, 8, least, most, compressibility).value(id, revision, dirty);
        assertArrayEquals(Arrays.copyOf(expected, length), Arrays.copyOf(dirty, length));
        for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(most), ByteBuffer.allocateDirect(most)}) {
            assertEquals(length, records.value(id, revision, buffer));
            assertEquals(0, buffer.position());
            assertArrayEquals(Arrays.copyOf(expected, length), bytes(buffer, length));
        }
    }

    @Property(tries = 20)
    void sizesCoverWholeRange(@ForAll long seed) {
        Records records = new Records(seed, 8, 3, 10, 0.0);
        Set<Integer> sizes = new HashSet<>();
        for (int id = 0; id < 500; id++) {
            sizes.add(records.valueBytes(id));
        }
        assertEquals(Set.of(3, 4, 5, 6, 7, 8, 9, 10), sizes);
    }

    @Property(tries = 20)
    void valuesDifferByIdRevisionAndSeed(
            @ForAll long from,
            @ForAll("keySizes") int keyBytes,
            @ForAll @IntRange(min = 8, max = 40) int size,
            @ForAll @DoubleRange(min = 0, max = 1) double compressibility) {
        Set<ByteBuffer> values = new HashSet<>();
        for (int seed = 0; seed < 3; seed++) {
            Records records = new Records(seed, keyBytes, size, size, compressibility);
            for (int id = 0; id < 50; id++) {
                for (int revision = 0; revision < 10; revision++) {
                    byte[] value = new byte[size];
                    records.value(from + id, revision, value);
                    assertTrue(values.add(ByteBuffer.wrap(value)), "the same value a second time");
                }
            }
        }
    }

    /** Over values of 1000 bytes end to end, so that a compressor sees what a block of a store would hold. */
    @Property(tries = 12)
    void compressedSizeFollowsCompressibility(@ForAll long seed, @ForAll("shares") double compressibility) {
        Records records = new Records(seed, 8, 1000, 1000, compressibility);
        byte[] block = new byte[200_000];
        byte[] value = new byte[1000];
        for (int id = 0; id < 200; id++) {
            records.value(id, 0, value);
            System.arraycopy(value, 0, block, id * 1000, 1000);
        }
        double left = deflated(block) / (double) block.length;
        assertEquals(1 - compressibility, left, 0.03);
    }

    /** English prose has 0.38 to 0.42 in such blocks. */
    @Property(tries = 12)
    void textCompressesAsTextDoes(@ForAll long seed) {
        Records records = new Records(seed, 8, 1000, 1000, Compressibility.parse("text"));
        byte[] block = new byte[32_000];
        for (int id = 0; id < 32; id++) {
            System.arraycopy(records.value(id, 0), 0, block, id * 1000, 1000);
        }
        assertEquals(0.41, deflated(block) / (double) block.length, 0.03);
    }

    /** Any size, so that the last word is cut anywhere. */
    @Property
    void textIsTheSameInAnArrayAndInABufferAndDiffersByRevision(
            @ForAll long seed, @ForAll long id, @ForAll @IntRange(max = 300) int size) {
        Records records = new Records(seed, 8, size, size, Compressibility.parse("text"));
        ByteBuffer buffer = ByteBuffer.allocateDirect(size);
        records.value(id, 1, buffer);
        byte[] copied = new byte[size];
        buffer.get(0, copied);
        assertArrayEquals(records.value(id, 1), copied);
        assertTrue(size < 8 || !Arrays.equals(copied, records.value(id, 2)), "another revision");
    }

    @Provide
    Arbitrary<Double> shares() {
        return Arbitraries.of(0.0, 0.25, 0.5, 0.9, 1.0);
    }

    private static int deflated(byte[] block) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(block);
            deflater.finish();
            byte[] buffer = new byte[8192];
            int total = 0;
            while (!deflater.finished()) {
                total += deflater.deflate(buffer);
            }
            return total;
        } finally {
            deflater.end();
        }
    }

    @Example
    void refusesInvalidShapes() {
        assertThrows(IllegalArgumentException.class, () -> new Records(0, 4, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new Records(0, 8, 10, 9, 0));
        assertThrows(IllegalArgumentException.class, () -> new Records(0, 8, -1, 9, 0));
        assertThrows(IllegalArgumentException.class, () -> new Records(0, 8, 0, Records.MAX_VALUE_BYTES + 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Records(0, 8, 0, 0, 1.01));
        assertThrows(IllegalArgumentException.class, () -> new Records(0, 8, 0, 0, Double.NaN));
    }

    private static byte[] bytes(ByteBuffer buffer, int length) {
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        return bytes;
    }
}
