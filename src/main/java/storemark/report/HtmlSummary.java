package storemark.report;

import java.util.ArrayList;
import java.util.List;
import storemark.results.Estimate;
import storemark.text.Amount;

/** The summary of rates as a table of the page: the fewer across, engines or workloads with their threads. */
final class HtmlSummary {
    private HtmlSummary() {}

    static String of(SummaryTable table) {
        return table.names().size() < table.groups().size() ? enginesAcross(table) : workloadsAcross(table);
    }

    private static String enginesAcross(SummaryTable table) {
        StringBuilder head = new StringBuilder("<th scope=\"col\">workload</th><th scope=\"col\">threads</th>");
        table.names().forEach(name -> head.append(Html.element("th", "scope=\"col\"", breakable(name))));
        StringBuilder body = new StringBuilder();
        for (Group group : table.groups()) {
            StringBuilder row = new StringBuilder(Html.element("th", "scope=\"row\"", Html.text(group.column())));
            row.append(Html.element("td", "", String.valueOf(group.threads())));
            table.names().forEach(name -> row.append(field(table.field(name, group))));
            body.append(Html.element("tr", "", row.toString())).append('\n');
        }
        return table("data across", Html.element("tr", "", head.toString()), body.toString());
    }

    private static String workloadsAcross(SummaryTable table) {
        StringBuilder body = new StringBuilder();
        for (String name : table.names()) {
            StringBuilder row = new StringBuilder(Html.element("th", "scope=\"row\"", Html.text(name)));
            table.groups().forEach(group -> row.append(field(table.field(name, group))));
            body.append(Html.element("tr", "", row.toString())).append('\n');
        }
        return table("data", head(table.groups()), body.toString());
    }

    /** An engine's name that may be broken between its options. */
    private static String breakable(String name) {
        return Html.text(name).replaceAll("([:,])", "$1<wbr>");
    }

    private static String table(String looks, String head, String body) {
        return Html.wide(looks, Html.element("thead", "", head) + Html.element("tbody", "", body));
    }

    private static String head(List<Group> groups) {
        StringBuilder workloads = new StringBuilder("<th></th>");
        StringBuilder threads = new StringBuilder("<th scope=\"col\">engine, by threads</th>");
        List<Group> same = new ArrayList<>();
        for (Group group : groups) {
            if (!same.isEmpty() && !same.get(0).column().equals(group.column())) {
                workloads.append(workload(same));
                same.clear();
            }
            same.add(group);
            threads.append(Html.element("th", "scope=\"col\"", String.valueOf(group.threads())));
        }
        if (!same.isEmpty()) {
            workloads.append(workload(same));
        }
        return Html.element("tr", "", workloads.toString()) + Html.element("tr", "", threads.toString());
    }

    private static String workload(List<Group> same) {
        String span = "scope=\"colgroup\" colspan=\"" + same.size() + "\" class=\"group\"";
        return Html.element("th", span, Html.text(same.get(0).column()));
    }

    private static String field(SummaryTable.Field field) {
        if (field.rate() == null) {
            return Html.element("td", "class=\"none\"", Html.text(field.missing()));
        }
        Estimate rate = field.rate();
        String spread = rate.samples() < 2 || rate.mean() == 0
                ? ""
                : Html.element(
                        "span",
                        "class=\"range\"",
                        "\u00b1" + Amount.ofCount(50 * (rate.high() - rate.low()) / rate.mean()) + "%");
        return Html.element("td", field.best() ? "class=\"best\"" : "", Html.text(field.text()) + spread);
    }
}
