package storemark.report;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import storemark.report.published.ClaimWords;
import storemark.report.published.Fact;
import storemark.report.published.Facts;
import storemark.report.published.Figures;
import storemark.report.published.Figures.Line;
import storemark.report.published.Source;
import storemark.report.published.Unequal;
import storemark.report.published.Verdict;
import storemark.results.Results;

/** What a published comparison says beside what the runs of its suite measured. */
final class HtmlPublished {
    private final Source source;
    private final Facts facts;

    private HtmlPublished(Source source, Facts facts) {
        this.source = source;
        this.facts = facts;
    }

    /** For each source with a run of its suite: its set-up, its claims and its figures; empty when there is none. */
    static String of(List<Results> runs) throws IOException {
        StringBuilder all = new StringBuilder();
        for (PublishedClaims.Found found : PublishedClaims.found(runs)) {
            HtmlPublished one = new HtmlPublished(found.source(), found.facts());
            all.append(Html.element("div", "class=\"card\"", one.markup()));
        }
        return all.toString();
    }

    private String markup() throws IOException {
        List<Verdict> verdicts = Verdict.of(source, facts);
        List<Figures> figures = Figures.of(source, facts);
        return Html.element("h3", "", Html.text(source.title()))
                + setUp()
                + Html.element("h4", "", Html.text("Claims: " + Verdict.count(verdicts)))
                + claims(verdicts)
                + figures(figures)
                + elsewhere();
    }

    private String setUp() {
        String items = source.unequal().stream().map(this::unequal).collect(Collectors.joining());
        return items.isEmpty() ? "" : Html.element("ul", "class=\"notes\"", items);
    }

    private String unequal(Unequal unequal) {
        String worth = unequal.worth(source, facts);
        return Html.element(
                "li",
                "",
                Html.text(unequal.says() + ".")
                        + (worth.isEmpty() ? "" : " " + Html.element("span", "class=\"range\"", Html.text(worth))));
    }

    private static String claims(List<Verdict> verdicts) {
        StringBuilder rows = new StringBuilder();
        for (Verdict verdict : verdicts) {
            String kind = switch (verdict.outcome()) {
                case HOLDS -> "best";
                case FAILS -> "failed";
                case NOT_TESTED -> "none";
            };
            rows.append(Html.element(
                            "tr",
                            "",
                            Html.element("th", "scope=\"row\"", Html.text(verdict.id()))
                                    + Html.element(
                                            "td", "", Html.text(verdict.claim().claim()))
                                    + Html.element("td", "", expected(verdict))
                                    + Html.element("td", "class=\"" + kind + "\"", Html.text(verdict.words()))
                                    + Html.element("td", "", measured(verdict))))
                    .append('\n');
        }
        String head = List.of("id", "claim", "expected", "here", "measured").stream()
                .map(name -> Html.element("th", "scope=\"col\"", name))
                .collect(Collectors.joining());
        return Html.wide(
                "data words",
                Html.element("thead", "", Html.element("tr", "", head)) + Html.element("tbody", "", rows.toString()));
    }

    private static String expected(Verdict verdict) {
        return Html.text(verdict.claim().expected())
                + Html.element("span", "class=\"range\"", Html.text("judged: " + ClaimWords.of(verdict.claim())));
    }

    private static String measured(Verdict verdict) {
        String why = verdict.why().isEmpty() ? "" : Html.element("span", "class=\"range\"", Html.text(verdict.why()));
        if (verdict.ratios().isEmpty()) {
            return why;
        }
        String items = verdict.ratios().stream()
                .map(ratio -> Html.element("li", "", Html.text(ratio.toString())))
                .collect(Collectors.joining());
        return Html.text(verdict.figure())
                + Html.element("span", "class=\"range\"", Html.text(verdict.confidence()))
                + Html.element("details", "", Html.element("summary", "", "each") + Html.element("ul", "", items))
                + why;
    }

    private String elsewhere() throws IOException {
        String sentence = Figures.elsewhere(source, facts);
        return sentence.isEmpty() ? "" : Html.element("p", "class=\"about\"", Html.text(sentence));
    }

    private String figures(List<Figures> comparisons) {
        if (comparisons.isEmpty()) {
            return "";
        }
        String agreement = agreement(comparisons);
        String about = agreement.isEmpty()
                ? ""
                : "Rank agreement, Kendall's tau (1: the same order everywhere, 0: no agreement, -1: the reverse): "
                        + agreement
                        + ". Engines whose figures differ by less than the error count as different, and the page's copies of"
                        + " other figures do not count.";
        String average = source.medians()
                ? " Each measured figure is the median of its rounds, as on the page. The intervals of claims are from the"
                        + " lowest to the highest: of three rounds, where they are independent, that holds the true median with a"
                        + " probability of 75%."
                : "";
        return Html.element("h4", "", "Figures, as ratios to " + Html.text(source.reference()))
                + Html.element("p", "class=\"about\"", Html.text(about + average))
                + Html.table(
                        "data words",
                        List.of("test", "engine: published, measured", "Kendall's tau"),
                        comparisons.stream().map(this::row).toList());
    }

    /** One for each medium of the page: a run on one disk stands beside its SSD and beside its hard disk, and counts once for each. */
    private static String agreement(List<Figures> comparisons) {
        Map<String, List<Figures>> media = comparisons.stream()
                .filter(one -> !Double.isNaN(one.tau()))
                .collect(Collectors.groupingBy(Figures::medium, LinkedHashMap::new, Collectors.toList()));
        return media.entrySet().stream()
                .map(medium -> {
                    List<Figures> ranked = medium.getValue();
                    int pairs = ranked.stream().mapToInt(Figures::pairs).sum();
                    double weighted = ranked.stream()
                                    .mapToDouble(one -> one.tau() * one.pairs())
                                    .sum()
                            / pairs;
                    return tau(weighted) + " with the page's " + medium.getKey() + " (" + ranked.size() + " tests, "
                            + pairs + " pairs of engines)";
                })
                .collect(Collectors.joining(", "));
    }

    private List<String> row(Figures comparison) {
        String test = comparison.section() + " " + comparison.title()
                + (comparison.unit().equals("ops/s") ? "" : ", " + comparison.unit())
                + (runs() > 1 ? " [" + comparison.run() + "]" : "");
        if (comparison.isExcluded()) {
            String published = comparison.lines().stream()
                    .map(line -> line.engine() + ": " + Quantity.COUNT.format(line.published()))
                    .collect(Collectors.joining("; "));
            return List.of(
                    test,
                    published,
                    "not compared: " + comparison.lines().get(0).note());
        }
        String lines = comparison.lines().stream()
                .map(line -> line.engine() + ": " + published(comparison, line) + ", " + measured(comparison, line)
                        + (line.note().isEmpty() ? "" : " [" + line.note() + "]"))
                .collect(Collectors.joining("; "));
        String tau = Double.isNaN(comparison.tau())
                ? "-"
                : tau(comparison.tau()) + " (" + comparison.compared().size() + " engines, " + comparison.pairs()
                        + " pairs)";
        return List.of(test, lines, tau);
    }

    private int runs() {
        return facts.values(Fact.RUN).size();
    }

    private static String published(Figures comparison, Line line) {
        return comparison.reference() == null
                ? Quantity.COUNT.format(line.published())
                : Quantity.RATIO.format(
                        line.published() / comparison.reference().published());
    }

    private static String measured(Figures comparison, Line line) {
        if (line.measured() == null) {
            return "not measured";
        }
        return comparison.reference() == null
                ? Quantity.COUNT.format(line.measured().mean())
                : Quantity.RATIO.format(line.measured().mean()
                        / comparison.reference().measured().mean());
    }

    private static String tau(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
