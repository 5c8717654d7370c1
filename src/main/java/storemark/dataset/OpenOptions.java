package storemark.dataset;

import storemark.engine.Durability;

/**
 * How a dataset's store is to be opened: all of {@link storemark.engine.StoreSpec} that is no part of a dataset's identity.
 *
 * @param durability what a commit promises, or null for the weakest that the engine offers
 * @param cacheBytes the size of the engine's own cache; at least 1 MiB
 * @param threads the most sessions that will be open at once; at least 1
 * @param maxEntries the most records that the store will hold while it is open; the dataset's own number where that is
 *     higher
 */
public record OpenOptions(Durability durability, long cacheBytes, int threads, long maxEntries) {
    /** @throws IllegalArgumentException for a cache of less than 1 MiB, which JMH's own command line can ask for */
    public OpenOptions {
        if (cacheBytes < 1 << 20) {
            throw new IllegalArgumentException("cache " + cacheBytes + ": must be at least 1m");
        }
    }

    /** For loading, copying and verifying: the weakest durability, no record more. */
    public static OpenOptions of(long cacheBytes, int threads) {
        return new OpenOptions(null, cacheBytes, threads, 0);
    }
}
