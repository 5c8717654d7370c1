package storemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Charts as figures of the page: a place to draw in, the words around it, and the values behind it as a table. */
final class HtmlCharts {
    private HtmlCharts() {}

    static String figures(List<Chart> charts) {
        return Html.element(
                "div",
                "class=\"charts\"",
                charts.stream().map(HtmlCharts::figure).collect(Collectors.joining("\n")));
    }

    private static String figure(Chart chart) {
        String words = chart.subtitle().stream()
                .map(sentence -> Html.element("p", "", Html.text(sentence)))
                .collect(Collectors.joining());
        String id = Html.text(chart.id());
        String title = Html.text(chart.title());
        return Html.element(
                "figure",
                "id=\"" + id + "\"",
                Html.element("figcaption", "", Html.element("h3", "", title) + words)
                        + Html.element(
                                "div",
                                "class=\"plot\" role=\"img\" aria-label=\"" + title + "\" data-chart=\"" + id + "\"",
                                "")
                        + Html.element(
                                "div",
                                "class=\"below\"",
                                Html.element("details", "", "<summary>Values</summary>" + values(chart))
                                        + Html.element(
                                                "button",
                                                "type=\"button\" class=\"save\" data-chart=\"" + id + "\"",
                                                "Save SVG")));
    }

    private static String values(Chart chart) {
        if (chart.kind() == Chart.Kind.MAP) {
            return map(chart);
        }
        List<String> head = new ArrayList<>(List.of(chart.x().name()));
        chart.series().forEach(line -> head.add(line.name()));
        TreeSet<Double> places = new TreeSet<>();
        chart.series().forEach(line -> line.points().forEach(point -> places.add(point[0])));
        List<List<String>> rows = new ArrayList<>();
        for (double place : places) {
            List<String> row = new ArrayList<>(List.of(chart.place(place)));
            chart.series().forEach(line -> row.add(value(chart, line, place)));
            rows.add(row);
        }
        return Html.table("data", head, rows);
    }

    private static String map(Chart chart) {
        List<String> head = new ArrayList<>(List.of("usage"));
        head.addAll(chart.categories());
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < chart.rows().size(); row++) {
            List<String> cells = new ArrayList<>(List.of(chart.rows().get(row)));
            for (int column = 0; column < chart.categories().size(); column++) {
                cells.add(best(chart, column, row));
            }
            rows.add(cells);
        }
        return Html.table("data words", head, rows);
    }

    private static String best(Chart chart, int column, int row) {
        for (Chart.Line line : chart.series()) {
            for (double[] point : line.points()) {
                if (point[0] == column && point[1] == row) {
                    String ahead = Double.isNaN(point[2]) ? "" : " " + Quantity.RATIO.format(point[2]);
                    return line.name() + ahead;
                }
            }
        }
        return "";
    }

    private static String value(Chart chart, Chart.Line line, double place) {
        for (double[] point : line.points()) {
            if (point[0] == place) {
                Quantity form = chart.y().form();
                String spread = point[3] > point[2]
                        ? " (" + form.format(Math.max(point[2], 0)) + " to " + form.format(point[3]) + ")"
                        : "";
                return form.format(point[1]) + spread;
            }
        }
        return "-";
    }
}
