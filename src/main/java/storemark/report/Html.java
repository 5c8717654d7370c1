package storemark.report;

import java.util.List;
import java.util.stream.Collectors;

/** Pieces of HTML. Every text from outside goes through {@link #text}. */
final class Html {
    /** A table with more rows than a screen or two is folded: the next section is not to be scrolled for. */
    private static final int MOST_ROWS = 40;

    private Html() {}

    /** {@code content} with everything that HTML would read as markup written out; empty for null. */
    static String text(String content) {
        return content == null
                ? ""
                : content.replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;");
    }

    /** An element around markup. */
    static String element(String name, String attributes, String markup) {
        return "<" + name + (attributes.isEmpty() ? "" : " " + attributes) + ">" + markup + "</" + name + ">";
    }

    /** {@link #table}, folded when it is long. */
    static String foldedTable(String kind, List<String> head, List<List<String>> rows) {
        String table = table(kind, head, rows);
        return rows.size() > MOST_ROWS
                ? element("details", "", element("summary", "", rows.size() + " rows") + table)
                : table;
    }

    /** A table whose first column names the rows. Cells are texts, not markup. */
    static String table(String kind, List<String> head, List<List<String>> rows) {
        String top = head.stream()
                .map(cell -> element("th", "scope=\"col\"", text(cell)))
                .collect(Collectors.joining());
        String body = rows.stream().map(row -> element("tr", "", row(row))).collect(Collectors.joining("\n"));
        return wide(kind, element("thead", "", element("tr", "", top)) + "\n" + element("tbody", "", body));
    }

    /** A table that scrolls sideways when the screen is too narrow. */
    static String wide(String kind, String content) {
        return element("div", "class=\"wide\"", element("table", "class=\"" + kind + "\"", content));
    }

    private static String row(List<String> cells) {
        StringBuilder row = new StringBuilder(element("th", "scope=\"row\"", text(cells.get(0))));
        cells.subList(1, cells.size()).forEach(cell -> row.append(element("td", "", text(cell))));
        return row.toString();
    }
}
