package storemark.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Parameters in words. */
class ParameterTextTest {
    @Test
    void onlyParametersThatDifferWithinASeriesDistinguishItsItems() {
        List<Map<String, String>> items = List.of(
                Map.of("engine", "lmdb", "batch", "1", "cache", "0"),
                Map.of("engine", "lmdb", "batch", "1000", "cache", "0"),
                Map.of("engine", "sqlite", "batch", "1", "cache", "4194304"));
        assertEquals(Set.of("batch"), ParameterText.telling(items, item -> item.get("engine"), item -> item));
    }

    @Test
    void whatOnlySomeItemsOfASeriesHaveTellsThemApart() {
        List<Map<String, String>> items = List.of(
                Map.of("engine", "lmdb", "batch", "1"),
                Map.of("engine", "lmdb", "batch", "1", "walk", "whole"),
                Map.of("engine", "sqlite", "batch", "1", "cache", "4194304"));
        assertEquals(Set.of("walk"), ParameterText.telling(items, item -> item.get("engine"), item -> item));
    }

    @Test
    void theNumberOfRecordsTellsTheStepThatFollowsIt() {
        List<Map<String, String>> items =
                List.of(Map.of("entries", "100", "step", "1"), Map.of("entries", "1000", "step", "10"));
        assertEquals(Set.of("entries"), ParameterText.telling(items, item -> "one", item -> item));
    }
}
