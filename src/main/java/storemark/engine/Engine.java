package storemark.engine;

/**
 * A store library. Found by {@link java.util.ServiceLoader}: a class with a public constructor without arguments and a
 * line in {@code META-INF/services/storemark.engine.Engine}. Creating one must neither load a native library nor fail;
 * what is missing is told by {@link #version()}.
 */
public interface Engine {
    /** The name on the command line and in charts: lower-case letters, digits and {@code -}. */
    String name();

    /**
     * The library and its version, asked of the loaded library and never typed by hand: {@code "LMDB 0.9.33, lmdbjava
     * 0.9.3"}.
     *
     * @throws Unavailable when the library cannot be used on this machine, with the reason and the remedy
     */
    String version() throws Unavailable;

    /** What this engine can do; cheap, never null, and works where the library itself is missing. */
    Traits traits();

    /**
     * Opens or creates a store. The caller has passed {@code spec} to {@link Traits#check}.
     *
     * @throws Unsupported when {@code spec} asks for what the engine cannot do
     * @throws Unavailable when the library cannot be loaded
     * @throws Exception the library's own error, as it came
     */
    Store open(StoreSpec spec) throws Exception;

    /** Space that a store of {@code spec} may take at the most, in bytes: an estimate, to refuse a run that cannot fit. */
    default long diskBytes(StoreSpec spec) {
        return 2 * spec.dataBytes() + 48 * spec.entries() + (64L << 20);
    }

    /** Heap that a process needs to serve {@code spec}, in bytes, beside some 256 MiB for the harness itself. */
    default long heapBytes(StoreSpec spec) {
        return 256L << 20;
    }
}
