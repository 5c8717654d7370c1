package storemark.dataset;

import java.util.Objects;

/**
 * How to load.
 *
 * @param cacheBytes the size of the engine's own cache; at least 1 MiB
 * @param threads the most sessions that the store is opened for; at least 1
 * @param listener gets reports of progress
 */
public record LoadOptions(long cacheBytes, int threads, Progress.Listener listener) {
    public LoadOptions {
        Objects.requireNonNull(listener, "listener");
    }

    OpenOptions open() {
        return OpenOptions.of(cacheBytes, threads);
    }
}
