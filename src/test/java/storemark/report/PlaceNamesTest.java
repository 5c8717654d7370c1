package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import storemark.workload.Workload;

class PlaceNamesTest {
    private static Group group(Workload workload, int threads, Map<String, String> variant) {
        return new Group(workload, threads, new TreeMap<>(variant), false, List.of());
    }

    private final Group single = group(Workload.INSERT, 1, Map.of("batch", "1", "order", "random", "entries", "1000"));
    private final Group batches =
            group(Workload.INSERT, 1, Map.of("batch", "1000", "order", "random", "entries", "1000"));

    @Test
    void whatAllShareIsSaidOnce() {
        assertEquals(
                new PlaceNames(
                        List.of("insert, one by one", "insert, batches of 1k"), "1k records, random order, 1 thread"),
                PlaceNames.of(List.of(single, batches), Set.of()));
    }

    @Test
    void whatTheChartSaysElsewhereIsNotRepeated() {
        assertEquals(
                "random order, 1 thread",
                PlaceNames.of(List.of(single, batches), Set.of("entries")).shared());
    }

    @Test
    void whatDiffersStays() {
        assertEquals(
                new PlaceNames(
                        List.of("insert, one by one, 1k records, random order, 1 thread", "read, 2 threads"), ""),
                PlaceNames.of(List.of(single, group(Workload.READ, 2, Map.of())), Set.of("entries")));
    }

    @Test
    void aloneItIsNamedInFull() {
        assertEquals(
                new PlaceNames(List.of("insert, one by one, 1k records, random order, 1 thread"), ""),
                PlaceNames.of(List.of(single), Set.of()));
    }

    @Test
    void placesWithLongNamesAreFewerInAChart() {
        assertEquals(List.of(8), sizes(Collections.nCopies(8, group(Workload.INSERT, 1, Map.of()))));
        assertEquals(List.of(4, 5), sizes(Collections.nCopies(9, group(Workload.INSERT, 1, Map.of()))));
        assertEquals(List.of(4), sizes(Collections.nCopies(4, single)));
        assertEquals(List.of(2, 3), sizes(Collections.nCopies(5, single)));
        assertEquals(List.of(), sizes(List.of()));
    }

    private static List<Integer> sizes(List<Group> groups) {
        return PlaceNames.charts(groups).stream().map(List::size).toList();
    }
}
