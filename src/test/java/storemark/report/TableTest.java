package storemark.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final List<String> HEAD = List.of("engine", "rate");

    private static List<List<String>> rows(int count) {
        return Collections.nCopies(count, List.of("lmdb", "1M"));
    }

    @Test
    void onlyALongTableIsFolded() {
        assertTrue(Table.orNone(HEAD, rows(41)).folded());
        assertFalse(Table.orNone(HEAD, rows(40)).folded());
        assertFalse(Table.of(HEAD, rows(41)).folded(), "is never folded");
    }
}
