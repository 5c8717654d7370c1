package storemark.engines;

import static storemark.engines.NativeLibrary.MEMORY;

import java.nio.charset.StandardCharsets;

/** C strings. */
public final class NativeText {
    private NativeText() {}

    /** The text at {@code address}. */
    public static String read(long address) {
        return new String(MEMORY.getZeroTerminatedByteArray(address), StandardCharsets.UTF_8);
    }

    /** The address of a copy, to be released by {@code MEMORY.freeMemory}. */
    public static long copy(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long address = MEMORY.allocateMemory(bytes.length + 1L, true);
        MEMORY.putZeroTerminatedByteArray(address, bytes, 0, bytes.length);
        return address;
    }
}
