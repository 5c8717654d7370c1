package storemark.engine;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What an engine is told about the store to open. It honours all of it or throws {@link Unsupported}.
 *
 * @param target where the store lives
 * @param durability what a commit promises
 * @param records the shape of keys and values
 * @param entries the most records that the store will hold; at least 0
 * @param cacheBytes the size of the engine's own cache, for engines that have one; at least 1 MiB
 * @param threads the most sessions that will be open at once; at least 1
 * @param create true to make a new store in an empty directory (or on a prepared device), false to open one that exists
 * @param profiles the requested profiles, each one of {@link Traits#profiles()}
 * @param settings the requested settings of the engine, each key one of {@link Traits#settings()}
 */
public record StoreSpec(
        Target target,
        Durability durability,
        Records records,
        long entries,
        long cacheBytes,
        int threads,
        boolean create,
        Set<String> profiles,
        Map<String, String> settings) {
    public StoreSpec {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(records, "records");
        profiles = Set.copyOf(profiles);
        settings = Map.copyOf(settings);
        if (entries < 0 || cacheBytes < 1 << 20 || threads < 1) {
            throw new IllegalArgumentException(
                    "entries " + entries + ", cache " + cacheBytes + " bytes, threads " + threads + ": out of range");
        }
    }

    /** Whether {@code profile} is requested. */
    public boolean has(String profile) {
        return profiles.contains(profile);
    }

    /** The value of {@code setting}, or {@code otherwise} if it is not set. */
    public String setting(String setting, String otherwise) {
        return settings.getOrDefault(setting, otherwise);
    }

    /** The size of all keys and values, in bytes: what the store holds before any overhead. */
    public long dataBytes() {
        return Math.round(entries * (records.keyBytes() + records.meanValueBytes()));
    }
}
