package storemark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import storemark.results.Estimate;

/**
 * What a chart shows, without how it looks: {@code charts.js} reads it as JSON and makes the picture of it, in the browser
 * and on the JVM alike. Immutable.
 *
 * @param id unique in a report, safe as a file name
 * @param kind lines, grouped bars, or a map
 * @param title what is charted
 * @param subtitle sentences under the title: the data, the set-up, what error bars are
 * @param x the horizontal axis
 * @param y the vertical axis; bars never have a logarithmic one
 * @param categories names of the places 0, 1, 2, ... on the x axis, or null when x is a number
 * @param series in the order of the run's engines
 * @param memory where data exceed memory, or null
 * @param reference a value worth a line across the chart, or null
 * @param rows names of the rows of a map, or null
 */
record Chart(
        String id,
        Kind kind,
        String title,
        List<String> subtitle,
        Axis x,
        Axis y,
        List<String> categories,
        List<Line> series,
        Memory memory,
        Reference reference,
        List<String> rows) {
    enum Kind {
        LINES,
        BARS,
        /** Fields in {@code rows} and {@code categories}, each of one series: points are [column, row, how far ahead]. */
        MAP
    }

    Chart(
            String id,
            Kind kind,
            String title,
            List<String> subtitle,
            Axis x,
            Axis y,
            List<String> categories,
            List<Line> series,
            Memory memory,
            Reference reference) {
        this(id, kind, title, subtitle, x, y, categories, series, memory, reference, null);
    }

    /**
     * One axis.
     *
     * @param name with its unit
     * @param form how numbers are written
     * @param log whether the scale is logarithmic
     */
    record Axis(String name, Quantity form, boolean log) {}

    /**
     * One series.
     *
     * @param style the place of the series among all of the report, which gives hue, dash and marker; -1 is the control
     * @param points {@code [x, y, low, high]}, in the order of x
     */
    record Line(String name, int style, List<double[]> points) {
        /** Engines in the order of the run, the control last. */
        static final Comparator<Line> ORDER =
                Comparator.comparing((Line line) -> line.style() < 0).thenComparing(Line::style);
    }

    /**
     * The part of the x axis where data exceed memory.
     *
     * @param from where the first series does
     * @param all where all series do, or null when some do not
     * @param label what stands at the line
     */
    record Memory(double from, Double all, String label) {}

    /** A dashed line across the chart at {@code value}. */
    record Reference(double value, String label) {}

    /**
     * Bars of {@code groups}, side by side.
     *
     * @param subtitle empty lines do not count
     * @param names of the groups, in their order
     * @param value the height of a bar, and its error bar; without samples there is none
     */
    static Chart bars(
            String id,
            String title,
            Stream<String> subtitle,
            String x,
            Axis y,
            List<String> names,
            List<Group> groups,
            BiFunction<Group, Series, Estimate> value,
            Reference reference) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (int place = 0; place < groups.size(); place++) {
            for (Series series : groups.get(place).measured()) {
                Estimate estimate = value.apply(groups.get(place), series);
                if (estimate.samples() > 0) {
                    line(lines, series).points().add(point(place, estimate));
                }
            }
        }
        return new Chart(
                id,
                Kind.BARS,
                title,
                subtitle.filter(text -> !text.isEmpty()).toList(),
                new Axis(x, Quantity.COUNT, false),
                y,
                names,
                lines.values().stream().sorted(Line.ORDER).toList(),
                null,
                reference);
    }

    /** The line of {@code series} in {@code lines}, made when it is not there yet. */
    static Line line(Map<String, Line> lines, Series series) {
        return lines.computeIfAbsent(series.name(), name -> new Line(name, series.style(), new ArrayList<>()));
    }

    static double[] point(double x, Estimate estimate) {
        return new double[] {x, estimate.mean(), estimate.low(), estimate.high()};
    }

    /** All that is drawn, for the page: a row for each place on the x axis, or for each row of a map. */
    Table values() {
        boolean map = kind == Kind.MAP;
        List<String> columns =
                map ? categories : series.stream().map(Line::name).toList();
        Map<Double, Map<String, String>> cells = new TreeMap<>();
        for (int row = 0; map && row < rows.size(); row++) {
            cells.put((double) row, new HashMap<>());
        }
        for (Line line : series) {
            for (double[] point : line.points()) {
                String column = map ? categories.get((int) point[0]) : line.name();
                cells.computeIfAbsent(map ? point[1] : point[0], row -> new HashMap<>())
                        .put(column, map ? best(line, point) : value(point));
            }
        }
        List<List<String>> table = new ArrayList<>();
        cells.forEach((row, values) -> {
            List<String> texts = new ArrayList<>(List.of(map ? rows.get(row.intValue()) : place(row)));
            columns.forEach(column -> texts.add(values.getOrDefault(column, map ? "" : "-")));
            table.add(texts);
        });
        List<String> head = new ArrayList<>(List.of(map ? "usage" : x.name()));
        head.addAll(columns);
        return Table.of(map ? "data words" : "data", head, table);
    }

    /** The place of {@code x} on the axis in words: a category's name, or a number. */
    private String place(double x) {
        return categories == null ? this.x.form().format(x) : categories.get((int) x);
    }

    private static String best(Line line, double[] point) {
        return line.name() + (Double.isNaN(point[2]) ? "" : " " + Quantity.RATIO.format(point[2]));
    }

    private String value(double[] point) {
        Quantity form = y.form();
        String spread = " (" + form.format(Math.max(point[2], 0)) + " to " + form.format(point[3]) + ")";
        return form.format(point[1]) + (point[3] > point[2] ? spread : "");
    }
}
