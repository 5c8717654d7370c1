package storemark.engine;

import java.util.Set;

/**
 * A store library. Found by {@link java.util.ServiceLoader}: a class with a public constructor without arguments and a
 * line in {@code META-INF/services/storemark.engine.Engine}. Creating one must neither load a native library nor fail;
 * what is missing is told by {@link #version()}.
 */
public interface Engine {
    /** The name on the command line and in charts. */
    default String name() {
        return traits().name();
    }

    /**
     * The library and its version, asked of the loaded library and never typed by hand: {@code "LMDB 0.9.33, lmdbjava
     * 0.9.3"}.
     *
     * @throws Unavailable when the library cannot be used on this machine, with the reason and the remedy
     */
    String version() throws Unavailable;

    /**
     * The library that serves {@code profiles}, for engines where one of them is served by another library.
     *
     * @throws Unavailable as {@link #version()}
     */
    default String version(Set<String> profiles) throws Unavailable {
        return version();
    }

    /** What this engine can do; cheap, never null, and works where the library itself is missing. */
    Traits traits();

    /**
     * Refuses ahead what {@link #open} would refuse, without loading a library: by default, what the traits rule out. Engines add
     * what cannot be had together.
     *
     * @throws Unsupported with the reason
     * @throws Unavailable for a profile that this machine cannot run
     */
    default void check(StoreSpec spec) throws Unsupported, Unavailable {
        traits().check(spec);
    }

    /**
     * Opens or creates a store. The caller has passed {@code spec} to {@link #check}.
     *
     * @throws Unsupported when {@code spec} asks for what the engine cannot do
     * @throws Unavailable when the library cannot be loaded
     * @throws Exception the library's own error, as it came
     */
    Store open(StoreSpec spec) throws Exception;

    /**
     * Space that a store of {@code spec} may take at the most, whatever is done to it, in bytes: an estimate, to refuse a run that
     * cannot fit.
     */
    default long diskBytes(StoreSpec spec) {
        return 2 * spec.dataBytes() + 48 * spec.entries() + (64L << 20);
    }

    /**
     * Space that a store of {@code spec} takes which was loaded in key order and settled, with what the load takes for a time, in
     * bytes: less than {@link #diskBytes}, which is for stores that are written to. An estimate on the high side.
     */
    default long loadedBytes(StoreSpec spec) {
        return diskBytes(spec);
    }

    /**
     * Java heap for what the engine keeps there as long as the store is open: its cache, where that is on the heap, or its
     * data; in bytes, 0 for an engine that keeps nothing. What passes comes out of what every process is given. Grows with
     * {@link StoreSpec#cacheBytes()} where the cache is on the heap: a memory budget is divided by it.
     */
    default long heapBytes(StoreSpec spec) {
        return 0;
    }
}
