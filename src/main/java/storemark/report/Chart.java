package storemark.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import storemark.results.Estimate;

/**
 * What a chart shows, without how it looks: {@code charts.js} reads it as JSON and makes the picture of it, in the browser
 * and on the JVM alike. Immutable.
 *
 * @param id unique in a report, safe as a file name
 * @param kind lines, grouped bars, a map, or a dot plot
 * @param family what is charted: of several charts of one family a page shows one at a time
 * @param option what tells this chart from others of its family; or empty
 * @param subtitle sentences under the title: the data, the set-up, what error bars are; empty ones are left out
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param categories names of the places 0, 1, 2, ... on the x axis, or null when x is a number
 * @param series engines in the order of the run, the control last
 * @param marks what else it shows
 */
record Chart(
        String id,
        Kind kind,
        String family,
        String option,
        List<String> subtitle,
        Axis x,
        Axis y,
        List<String> categories,
        List<Line> series,
        @JsonUnwrapped Marks marks) {
    /** From this ratio of highest to lowest on, a linear scale would press the lowest onto the axis. */
    private static final double WIDE = 20;

    enum Kind {
        LINES,
        BARS,
        /** Fields in {@code rows} and {@code categories}, each of one series: points are [column, row, how far ahead, place, of so many that tie]. */
        MAP,
        /** Dots of each series in each of {@code rows}: points are [row, value] or [row, published, measured]. */
        DOTS
    }

    Chart {
        subtitle = subtitle.stream().filter(line -> !line.isEmpty()).toList();
    }

    /**
     * One axis.
     *
     * @param name with its unit
     * @param form how numbers are written
     * @param log whether the scale is logarithmic; of a chart that is to be made: whether it is where the values are far apart
     */
    record Axis(String name, Quantity form, boolean log) {
        Axis log(boolean is) {
            return new Axis(name, form, is);
        }
    }

    /**
     * One series.
     *
     * @param label its name as shown, with what a reader has to know of it
     * @param style see {@link Styles}
     * @param order its place among the series of the report
     * @param points {@code [x, y, low, high]}, in the order of x; with a fifth number, 1, those that are drawn as a cross
     */
    record Line(String name, String label, int style, int order, List<double[]> points) {}

    /**
     * What some charts show beside their series; each is null where there is none.
     *
     * @param memory where data exceed memory
     * @param cache the place on the x axis up to which keys and values are within the processor's cache
     * @param reference a value worth a line across the chart
     * @param rows names of the rows of a map or a dot plot
     * @param watch what the machine did meanwhile, where that is known
     */
    record Marks(Memory memory, Reference cache, Reference reference, List<String> rows, Watch watch) {
        static final Marks NONE = new Marks(null, null, null, null, null);

        static Marks ofRows(List<String> names) {
            return new Marks(null, null, null, names, null);
        }

        static Marks ofReference(Reference line) {
            return new Marks(null, null, line, null, null);
        }
    }

    /**
     * The part of the x axis where data exceed memory.
     *
     * @param from where the first series does
     * @param all where all series do, or null when some do not
     * @param label what stands at the line
     */
    record Memory(double from, Double all, String label) {}

    /** A dashed line through the chart at {@code value} of one axis. */
    record Reference(double value, String label) {}

    /**
     * A strip of fields under the chart.
     *
     * @param canaries names of the canaries
     * @param places {@code [x, disturbed increments, all increments, ...]}, and of each canary its mean in times of what is usual in the
     *     run, {@link Double#NaN} where it is not known; in the order of x
     */
    record Watch(List<String> canaries, List<double[]> places) {}

    /** The lines of a chart that is being made. Not thread-safe. */
    static final class Lines {
        private final Map<String, Line> lines = new LinkedHashMap<>();

        /** What {@code value} is of each series of each group, at the places 0, 1, 2, ... */
        static Lines of(List<Group> groups, BiFunction<Group, Series, Estimate> value) {
            Lines lines = new Lines();
            for (int place = 0; place < groups.size(); place++) {
                for (Series series : groups.get(place).measured()) {
                    lines.add(series, place, value.apply(groups.get(place), series));
                }
            }
            return lines;
        }

        /** Of several at one place the highest counts; without a finite mean there is no point. */
        void add(Series series, double x, Estimate y) {
            List<double[]> points = points(series);
            points.removeIf(point -> point[0] == x && point[1] < y.mean());
            if (Double.isFinite(y.mean()) && points.stream().noneMatch(point -> point[0] == x)) {
                points.add(new double[] {x, y.mean(), y.low(), y.high()});
            }
        }

        /** Draws the point at {@code x} as a cross. */
        void cross(Series series, double x) {
            points(series)
                    .replaceAll(point -> point[0] == x ? new double[] {x, point[1], point[2], point[3], 1} : point);
        }

        List<double[]> points(Series series) {
            return lines.computeIfAbsent(
                            series.name(),
                            name -> new Line(name, series.label(), series.style(), series.order(), new ArrayList<>()))
                    .points();
        }

        List<Line> inOrder() {
            lines.values().forEach(line -> line.points().sort(Comparator.comparingDouble(point -> point[0])));
            return lines.values().stream()
                    .filter(line -> !line.points().isEmpty())
                    .sorted(Comparator.comparing((Line line) -> line.style() == Styles.CONTROL)
                            .thenComparing(Line::order))
                    .toList();
        }
    }

    /** A chart over named places: lines, bars, or the columns of a map. */
    static Chart of(
            Kind kind,
            String id,
            String title,
            List<String> subtitle,
            String x,
            Axis y,
            List<String> places,
            Lines made) {
        List<Line> lines = made.inOrder();
        Axis vertical = y.log(kind == Kind.LINES && y.log() && isWide(lines));
        Axis across = new Axis(x, Quantity.COUNT, false);
        return new Chart(id, kind, title, "", subtitle, across, vertical, places, lines, Marks.NONE);
    }

    /** Lines over a number; bars where all that was measured is at one place. */
    static Chart of(String id, String title, List<String> subtitle, String x, Axis y, Lines made) {
        List<Line> lines = made.inOrder();
        TreeSet<Double> places = lines.stream()
                .flatMap(line -> line.points().stream())
                .map(point -> point[0])
                .collect(Collectors.toCollection(TreeSet::new));
        if (places.size() < 2) {
            lines.forEach(line -> line.points().forEach(point -> point[0] = 0));
            List<String> names = places.stream().map(Quantity.COUNT::format).toList();
            return of(Kind.BARS, id, title, subtitle, x, y, names, made);
        }
        Axis across = new Axis(x, Quantity.COUNT, isGeometric(places));
        Axis vertical = y.log(y.log() && isWide(lines));
        return new Chart(id, Kind.LINES, title, "", subtitle, across, vertical, null, lines, Marks.NONE);
    }

    Chart with(Marks what) {
        return new Chart(id, kind, family, option, subtitle, x, y, categories, series, what);
    }

    /** It with what the machine did meanwhile; null for nothing that is known. */
    Chart over(Watch strip) {
        return with(new Marks(marks.memory, marks.cache, marks.reference, marks.rows, strip));
    }

    /** It with one more sentence under its title. */
    Chart saying(String sentence) {
        return named(id, option, Stream.concat(subtitle.stream(), Stream.of(sentence)));
    }

    /** It as one of its family. */
    Chart as(String which) {
        return named(id, which, subtitle.stream());
    }

    /** This chart in a report of several parts, as one of the given part. */
    Chart of(String part) {
        String name = Words.id(part) + "-" + id;
        return named(name, option, Stream.concat(Stream.of("run " + part), subtitle.stream()));
    }

    private Chart named(String name, String which, Stream<String> sentences) {
        return new Chart(name, kind, family, which, sentences.toList(), x, y, categories, series, marks);
    }

    private Chart withLogarithmicAxis() {
        return new Chart(id, kind, family, option, subtitle, x, y.log(true), categories, series, marks);
    }

    /** What is charted, and which. */
    @JsonProperty
    String title() {
        return Words.joined(", ", family, option);
    }

    /** Charts of one family with one kind of vertical axis, which can be compared. */
    static List<Chart> withEqualAxes(List<Chart> charts) {
        Set<String> logarithmic =
                charts.stream().filter(chart -> chart.y.log).map(Chart::family).collect(Collectors.toSet());
        return charts.stream()
                .map(chart -> chart.kind == Kind.LINES && logarithmic.contains(chart.family)
                        ? chart.withLogarithmicAxis()
                        : chart)
                .toList();
    }

    private static boolean isWide(List<Line> lines) {
        double[] values = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(point -> point[1])
                .filter(value -> value > 0)
                .toArray();
        double least = DoubleStream.of(values).min().orElse(0);
        return DoubleStream.of(values).max().orElse(0) > WIDE * least;
    }

    /** Places of equal ratio (1k, 10k, 100k) want a logarithmic axis, those of equal distance (10M, 20M, 30M) a linear one. */
    private static boolean isGeometric(TreeSet<Double> places) {
        double middle = places.stream().skip(places.size() / 2).findFirst().orElseThrow();
        return places.first() > 0
                && places.last() > WIDE * places.first()
                && middle - places.first() < (places.last() - places.first()) / 5;
    }
}
