package storemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table of texts: {@code table.html} makes the markup of a page, and {@link #text} the lines of a terminal. Immutable.
 *
 * @param kind classes of {@code report.css}
 * @param heads one row, or more where a head is above several columns
 * @param folded whether the page shows the rows only when asked for
 */
record Table(String kind, List<Row> heads, List<Row> rows, boolean folded) {
    /** More rows than a screen or two are folded: the next section is not to be scrolled for. */
    private static final int MOST_ROWS = 40;

    private static final String GAP = "  ";

    /** @param name the row's first field */
    record Row(String name, List<Cell> cells) {
        static Row of(List<String> texts) {
            return new Row(texts.get(0), texts.stream().skip(1).map(Cell::new).toList());
        }
    }

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

        /** {@link #range} in lines. */
        List<String> lines() {
            return range.isEmpty() ? List.of() : List.of(range.split(", "));
        }

        String marked() {
            return text + (looks.equals("best") ? "*" : " ");
        }
    }

    /** Each of {@code rows} begins with its name. */
    static Table of(List<String> head, List<List<String>> rows) {
        return new Table(
                "data", List.of(Row.of(head)), rows.stream().map(Row::of).toList(), false);
    }

    /** As {@link #of}, of words, folded when it is long; null, which is no section of the page, without rows. */
    static Table orNone(List<String> head, List<List<String>> rows) {
        Table table = of(head, rows);
        return rows.isEmpty() ? null : new Table("data words", table.heads, table.rows, rows.size() > MOST_ROWS);
    }

    /** Columns of a table that has a row for each {@code R}, from left to right. Not thread-safe. */
    static final class Columns<R> {
        private final List<String> heads = new ArrayList<>();
        private final List<Function<R, String>> texts = new ArrayList<>();

        Columns<R> with(String head, Function<R, String> text) {
            heads.add(head);
            texts.add(text);
            return this;
        }

        /** As {@link Table#orNone}. */
        Table orNone(Stream<R> rows) {
            return Table.orNone(
                    heads,
                    rows.map(row -> texts.stream().map(text -> text.apply(row)).toList())
                            .toList());
        }
    }

    static List<String> listed(String first, List<String> more) {
        return Stream.concat(Stream.of(first), more.stream()).toList();
    }

    int size() {
        return rows.size();
    }

    /** Its rows as columns. */
    Table turned(String corner) {
        List<Cell> head = rows.stream().map(row -> new Cell(row.name())).toList();
        List<Row> columns = IntStream.range(0, heads.get(0).cells().size())
                .mapToObj(column -> new Row(
                        heads.get(0).cells().get(column).text(),
                        rows.stream().map(row -> row.cells().get(column)).toList()))
                .toList();
        return new Table(kind, List.of(new Row(corner, head)), columns, folded);
    }

    /** For a terminal: the first column to the left, the others to the right, a rule under the head. The best has a star. */
    String text() {
        List<List<String>> all = Stream.concat(heads.stream(), rows.stream())
                .map(row -> listed(
                        row.name(), row.cells().stream().map(Cell::marked).toList()))
                .toList();
        int[] widths = IntStream.range(0, all.get(0).size())
                .map(column -> all.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElseThrow())
                .toArray();
        List<String> lines = new ArrayList<>();
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder(row.get(0))
                    .append(" ".repeat(widths[0] - row.get(0).length()));
            for (int column = 1; column < widths.length; column++) {
                line.append(GAP)
                        .append(" ".repeat(widths[column] - row.get(column).length()))
                        .append(row.get(column));
            }
            lines.add(line.toString().stripTrailing());
        }
        lines.add(1, "-".repeat(IntStream.of(widths).sum() + GAP.length() * (widths.length - 1) - 1));
        return String.join("\n", lines) + "\n";
    }

    /** As {@link #text}, in as many tables below each other as it takes to keep within {@code width}. */
    String text(int width) {
        int columns = heads.get(0).cells().size();
        StringBuilder text = new StringBuilder();
        for (int from = 0, to; from < columns; from = to) {
            to = columns;
            while (to > from + 1 && width(part(from, to).text()) > width) {
                to--;
            }
            text.append(from == 0 ? "" : "\n").append(part(from, to).text());
        }
        return text.toString();
    }

    /** Its columns {@code from} to before {@code to}, beside the names of its rows. */
    Table part(int from, int to) {
        return columns(at -> at >= from && at < to);
    }

    /** Without columns that are empty in all rows. */
    Table filled() {
        return columns(
                at -> rows.stream().anyMatch(row -> !row.cells().get(at).text().isEmpty()));
    }

    private Table columns(IntPredicate kept) {
        return new Table(kind, columns(heads, kept), columns(rows, kept), folded);
    }

    private static List<Row> columns(List<Row> rows, IntPredicate kept) {
        return rows.stream()
                .map(row -> new Row(
                        row.name(),
                        IntStream.range(0, row.cells().size())
                                .filter(kept)
                                .mapToObj(row.cells()::get)
                                .toList()))
                .toList();
    }

    /** The longest line. */
    static int width(String text) {
        return text.lines().mapToInt(String::length).max().orElse(0);
    }
}
