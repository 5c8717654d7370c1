package storemark.report;

import java.util.List;

/**
 * A table of the page, of texts: {@code table.html} makes the markup. Immutable.
 *
 * @param kind classes of {@code report.css}
 * @param heads one row, or more where a head is above several columns
 * @param folded whether the rows are shown only when asked for
 */
record Table(String kind, List<Head> heads, List<Row> rows, boolean folded) {
    /** More rows than a screen or two are folded: the next section is not to be scrolled for. */
    private static final int MOST_ROWS = 40;

    record Head(List<Cell> cells) {}

    record Row(String name, List<Cell> cells) {}

    /**
     * One field.
     *
     * @param looks a class of {@code report.css}, or empty
     * @param range small, below the text; or empty
     * @param span in a head, the columns that it is above of; 0 for one
     */
    record Cell(String text, String looks, String range, int span) {
        Cell(String text) {
            this(text, "", "", 0);
        }
    }

    /** Each of {@code rows} begins with its name. */
    static Table of(String kind, List<String> head, List<List<String>> rows) {
        List<Row> named = rows.stream()
                .map(row -> new Row(row.get(0), cells(row.subList(1, row.size()))))
                .toList();
        return new Table(kind, List.of(head(head)), named, false);
    }

    /** As {@link #of}, folded when it is long; null, which is no section of the page, without rows. */
    static Table orNone(String kind, List<String> head, List<List<String>> rows) {
        Table table = of(kind, head, rows);
        return rows.isEmpty() ? null : new Table(kind, table.heads, table.rows, rows.size() > MOST_ROWS);
    }

    static Head head(List<String> texts) {
        return new Head(cells(texts));
    }

    private static List<Cell> cells(List<String> texts) {
        return texts.stream().map(Cell::new).toList();
    }

    int size() {
        return rows.size();
    }
}
