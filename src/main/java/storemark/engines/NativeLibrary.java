package storemark.engines;

import com.kenai.jffi.MemoryIO;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import storemark.engine.Unavailable;

/**
 * A library of the operating system, bound through jnr-ffi at its first use. Its functions take addresses as {@code long},
 * which jnr-ffi passes fastest and without allocating. Safe to share between threads.
 *
 * @param <T> the interface that declares the library's functions; jnr-ffi needs it to be public
 */
public final class NativeLibrary<T> {
    /** Raw memory, for structures and buffers of the library. */
    public static final MemoryIO MEMORY = MemoryIO.getInstance();

    private final Class<T> functions;
    private final String name;
    private final String remedy;
    private T loaded;

    /**
     * @param name what a linker would call the library: {@code z} for {@code libz.so}
     * @param remedy how to get it, as a command
     */
    public NativeLibrary(Class<T> functions, String name, String remedy) {
        this.functions = functions;
        this.name = name;
        this.remedy = remedy;
    }

    /**
     * The library's functions; calling one that it lacks throws {@link UnsatisfiedLinkError}.
     *
     * @throws Unavailable if the library is not installed
     */
    public synchronized T get() throws Unavailable {
        if (loaded == null) {
            try {
                loaded = LibraryLoader.create(functions)
                        .option(LibraryOption.IgnoreError, true)
                        .failImmediately()
                        .load(name);
            } catch (LinkageError missing) {
                throw new Unavailable("lib" + name + " is not installed or does not load: " + remedy, missing);
            }
        }
        return loaded;
    }

    /** The address of a direct buffer's first byte, whatever its position. */
    public static long address(Buffer direct) {
        return MEMORY.getDirectBufferAddress(direct);
    }

    /** Room for an address that a library returns. */
    public static ByteBuffer handle() {
        return ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    }

    /** The C string at {@code address}. */
    public static String text(long address) {
        return new String(MEMORY.getZeroTerminatedByteArray(address), StandardCharsets.UTF_8);
    }

    /** The address of a copy as a C string, to be released by {@code MEMORY.freeMemory}. */
    public static long copy(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long address = MEMORY.allocateMemory(bytes.length + 1L, true);
        MEMORY.putZeroTerminatedByteArray(address, bytes, 0, bytes.length);
        return address;
    }
}
