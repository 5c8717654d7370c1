package storemark.engines.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lmdbjava.EnvFlags;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Target;

/** Read-ahead is off where the data are larger than the memory that the engine is given. */
class LmdbReadAheadTest {
    @ParameterizedTest
    @CsvSource({"'', 1080000, false", "'', 1079999, true", "default, 1079999, false", "nordahead, 1080000, true"})
    void isOffPastTheCache(String profile, long cacheBytes, boolean off) {
        StoreSpec spec = new StoreSpec(
                Target.directory(Path.of("unused")),
                Durability.PROCESS,
                new Records(1, 8, 100, 100, 0.0),
                10_000,
                cacheBytes,
                1,
                true,
                profile.isEmpty() ? Set.of() : Set.of(profile),
                Map.of());
        assertEquals(off, Stream.of(LmdbEngine.flags(spec)).anyMatch(flag -> flag == EnvFlags.MDB_NORDAHEAD));
    }
}
