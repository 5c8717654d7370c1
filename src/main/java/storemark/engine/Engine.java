package storemark.engine;

import java.util.Set;

/**
 * A store library. Found by {@link java.util.ServiceLoader}: a class with a public constructor without arguments and a
 * line in {@code META-INF/services/storemark.engine.Engine}. Creating one must neither load a native library nor fail;
 * {@link #version()} tells what is missing.
 */
public interface Engine {
    /** The name on the command line and in charts. */
    default String name() {
        return traits().name();
    }

    /**
     * The library and its version, as the loaded library states it: {@code "LMDB 0.9.33, lmdbjava
     * 0.9.3"}.
     *
     * @throws Unavailable if the library cannot be used on this machine, with the reason and the remedy
     */
    String version() throws Unavailable;

    /**
     * The library and version behind {@code profiles}, for engines where one of them is another library.
     *
     * @throws Unavailable as {@link #version()}
     */
    default String version(Set<String> profiles) throws Unavailable {
        return version();
    }

    /** What this engine can do; cheap, never null, and works where the library itself is missing. */
    Traits traits();

    /**
     * Refuses early what {@link #open} would refuse, without loading a library: by default, what the traits rule out. Engines add
     * what cannot be combined.
     *
     * @throws Unsupported with the reason
     * @throws Unavailable for a profile that this machine cannot run
     */
    default void check(StoreSpec spec) throws Unsupported, Unavailable {
        traits().check(spec);
    }

    /**
     * How a store of {@code spec} keeps its durability, in some words: by default what the traits say of the level. Engines with a
     * setting that changes it say what it changes. Of a level that it does not offer: why.
     */
    default String durability(StoreSpec spec) {
        return traits().durability(spec.durability()).how();
    }

    /**
     * Opens or creates a store. The caller has passed {@code spec} to {@link #check}.
     *
     * @throws Unsupported if {@code spec} asks for what the engine cannot do
     * @throws Unavailable if the library cannot be loaded
     * @throws Exception the library's own error, unchanged
     */
    Store open(StoreSpec spec) throws Exception;

    /**
     * The most disk space that a store of {@code spec} can take, in bytes: an estimate, to refuse a run that cannot fit.
     */
    default long diskBytes(StoreSpec spec) {
        return 2 * spec.dataBytes() + 48 * spec.entries() + (64L << 20);
    }

    /**
     * The disk space that loading a store of {@code spec} in key order and settling it takes, in bytes: less than {@link
     * #diskBytes}, which is for stores that are written to. An estimate on the high side.
     */
    default long loadedBytes(StoreSpec spec) {
        return diskBytes(spec);
    }

    /**
     * Java heap that the engine needs as long as the store is open, for its cache or its data, in bytes; 0 if it keeps nothing
     * there. Short-lived objects are not counted. Must grow with {@link StoreSpec#cacheBytes()} if the cache is on the heap: a
     * memory budget is divided by it.
     */
    default long heapBytes(StoreSpec spec) {
        return 0;
    }
}
