package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.Tree;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Unsupported;

/** What every engine must do when a store is opened: what it promises and refuses, what must be there and who else may be. */
@ParameterizedClass
@MethodSource("storemark.engines.Variant#all")
@Timeout(60)
record EngineOpeningTest(Variant variant) {
    private static final Records RECORDS = new Records(7, 8, 100, 100, 0.0);
    private static final Set<String> ALLOWS_A_SECOND_OPENER = Set.of("lmdb", "sqlite", "je");

    @BeforeEach
    void available() {
        variant.assumeAvailable();
    }

    @ParameterizedTest
    @EnumSource
    void keepsDeclaredDurabilitiesAndRefusesOthers(Durability durability, @TempDir Path directory) throws Exception {
        StoreSpec spec = variant.in(directory, durability, RECORDS, 10, true);
        assertFalse(variant.traits().durability(durability).how().isBlank());
        if (!variant.traits().durability(durability).supported()) {
            assertThrows(Unsupported.class, () -> variant.engine().check(spec));
            return;
        }
        try (OpenStore store = OpenStore.create(variant, directory, durability, RECORDS, 10)) {
            store.session().put(1, 0);
            store.session().begin(true);
            store.session().put(2, 0);
            store.session().put(3, 0);
            store.session().commit();
            store.session().delete(3);
            store.reopen();
            assertEquals(Entry.of(RECORDS, 1, 0), store.get(1));
            assertEquals(Entry.of(RECORDS, 2, 0), store.get(2));
            assertNull(store.get(3));
        }
    }

    @Test
    void refusesUnknownProfilesAndSettings(@TempDir Path directory) {
        StoreSpec good = variant.in(directory, variant.weakest(), RECORDS, 10, true);
        StoreSpec profile = with(good, Set.of("no-such-profile"), Map.of());
        StoreSpec setting = with(good, Set.of(), Map.of("noSuchSetting", "1"));
        assertThrows(Unsupported.class, () -> variant.engine().check(profile));
        assertThrows(Unsupported.class, () -> variant.engine().check(setting));
    }

    private static StoreSpec with(StoreSpec from, Set<String> profiles, Map<String, String> settings) {
        return new StoreSpec(
                from.target(),
                from.durability(),
                from.records(),
                from.entries(),
                from.cacheBytes(),
                from.threads(),
                from.create(),
                profiles,
                settings);
    }

    @ParameterizedTest(name = "create {0}")
    @ValueSource(booleans = {true, false})
    void createsNothingIfDirectoryIsMissing(boolean create, @TempDir Path directory) throws Exception {
        StoreSpec spec = variant.in(directory.resolve("missing"), variant.weakest(), RECORDS, 10, create);
        expectMissing(directory.resolve("missing"), spec);
        assertEquals(List.of(), Tree.list(directory));
    }

    @Test
    void createsNothingIfThereIsNoStoreToOpen(@TempDir Path directory) throws Exception {
        StoreSpec spec = variant.in(directory, variant.weakest(), RECORDS, 10, false);
        expectMissing(directory, spec);
        assertEquals(List.of(), Tree.list(directory));
    }

    /** The error names what is missing, as a file or folder of that place, and is none that a library happens to end in. */
    private void expectMissing(Path place, StoreSpec spec) {
        NoSuchFileException refused = assertThrows(
                NoSuchFileException.class, () -> variant.engine().open(spec).close());
        assertTrue(Path.of(refused.getFile()).startsWith(place), refused::toString);
    }

    /**
     * Engines that allow a second opener are named above; all others refuse it in words, {@code heap} because its file is written when
     * it is closed. Neither may hurt the first.
     */
    @Test
    void survivesSecondOpener(@TempDir Path directory) throws Exception {
        try (OpenStore first = OpenStore.create(variant, directory, RECORDS, 100)) {
            first.session().put(1, 0);
            if (ALLOWS_A_SECOND_OPENER.contains(variant.engine().name())) {
                try (OpenStore second = OpenStore.existing(variant, directory, variant.weakest(), RECORDS, 100)) {
                    assertEquals(Entry.of(RECORDS, 1, 0), second.get(1));
                }
            } else {
                Exception refused = assertThrows(
                        Exception.class,
                        () -> OpenStore.existing(variant, directory, variant.weakest(), RECORDS, 100)
                                .close());
                assertTrue(
                        refused.toString().matches("(?is).*(lock|already open|in use|being used|heap\\.map).*"),
                        refused::toString);
            }
            first.session().put(2, 0);
            first.reopen();
            assertEquals(Entry.of(RECORDS, 1, 0), first.get(1));
            assertEquals(Entry.of(RECORDS, 2, 0), first.get(2));
        }
    }
}
