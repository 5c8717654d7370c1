package storemark.report;

import java.util.ArrayList;
import java.util.List;

/** Tables of plain text: the first column to the left, the others to the right, a rule under the head. */
final class PlainTable {
    private static final String GAP = "  ";

    private PlainTable() {}

    /**
     * Lays a table out.
     *
     * @param corner the head of the first column
     * @param head the heads of the other columns
     * @param names the first column
     * @param rows for each name as many cells as {@code head} has
     */
    static String of(String corner, List<String> head, List<String> names, List<List<String>> rows) {
        int first = Math.max(corner.length(), longest(names));
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < head.size(); column++) {
            int at = column;
            widths.add(Math.max(
                    head.get(column).length() + 1,
                    longest(rows.stream().map(row -> row.get(at)).toList())));
        }
        StringBuilder text = new StringBuilder();
        line(text, corner, first, head.stream().map(name -> name + " ").toList(), widths);
        int total =
                first + widths.stream().mapToInt(width -> width + GAP.length()).sum();
        text.append("-".repeat(total - 1)).append('\n');
        for (int row = 0; row < names.size(); row++) {
            line(text, names.get(row), first, rows.get(row), widths);
        }
        return text.toString();
    }

    /** As {@link #of}, in as many tables below each other as it takes to keep within {@code width}. */
    static String blocks(String corner, List<String> head, List<String> names, List<List<String>> rows, int width) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        while (from < head.size()) {
            int to = head.size();
            String block = part(corner, head, names, rows, from, to);
            while (width(block) > width && to > from + 1) {
                to--;
                block = part(corner, head, names, rows, from, to);
            }
            text.append(from == 0 ? "" : "\n").append(block);
            from = to;
        }
        return text.toString();
    }

    private static String part(
            String corner, List<String> head, List<String> names, List<List<String>> rows, int from, int to) {
        return of(
                corner,
                head.subList(from, to),
                names,
                rows.stream().map(row -> row.subList(from, to)).toList());
    }

    static int width(String table) {
        return longest(table.lines().toList());
    }

    private static int longest(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    private static void line(StringBuilder text, String name, int first, List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder(name).append(" ".repeat(first - name.length()));
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            line.append(GAP)
                    .append(" ".repeat(widths.get(column) - cell.length()))
                    .append(cell);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
