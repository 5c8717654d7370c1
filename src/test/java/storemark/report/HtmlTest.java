package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlTest {
    private static final List<String> HEAD = List.of("engine", "rate");

    @Test
    void onlyALongTableIsFolded() {
        List<List<String>> rows = Collections.nCopies(41, List.of("lmdb", "1M"));
        String table = Html.table("data", HEAD, rows);
        assertEquals(
                "<details><summary>41 rows</summary>" + table + "</details>", Html.foldedTable("data", HEAD, rows));
        assertEquals(
                Html.table("data", HEAD, rows.subList(0, 40)), Html.foldedTable("data", HEAD, rows.subList(0, 40)));
    }

    @Test
    void cellsAreTextsAndNotMarkup() {
        String table = Html.table("data", HEAD, List.of(List.of("<b>&", "\"1\"")));
        assertTrue(table.contains("<th scope=\"row\">&lt;b&gt;&amp;</th><td>&quot;1&quot;</td>"), table);
    }
}
