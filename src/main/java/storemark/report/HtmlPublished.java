package storemark.report;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import storemark.report.published.ClaimCheck;
import storemark.report.published.Comparison;
import storemark.report.published.Comparison.Line;
import storemark.report.published.Difference;
import storemark.report.published.Facts;
import storemark.report.published.Ratio;
import storemark.report.published.Source;
import storemark.report.published.Verdict;
import storemark.results.Estimate;
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
        List<Verdict> verdicts = new ClaimCheck(source, facts).verdicts();
        List<Comparison> comparisons = Comparison.of(source, facts);
        return Html.element("h3", "", Html.text(source.title()))
                + setUp()
                + Html.element("h4", "", Html.text("Claims: " + ClaimCheck.count(verdicts)))
                + claims(verdicts)
                + (comparisons.isEmpty()
                        ? Html.element("p", "class=\"about\"", Html.text(Comparison.whyNone(source, facts)))
                        : figures(comparisons));
    }

    private String setUp() {
        String items = Difference.of(source, facts).stream()
                .map(difference -> Html.element(
                        "li",
                        "",
                        Html.text(difference.says() + (difference.found().isEmpty() ? "." : ". "))
                                + (difference.found().isEmpty()
                                        ? ""
                                        : Html.element("span", "class=\"range\"", Html.text(difference.found())))))
                .collect(Collectors.joining());
        return items.isEmpty() ? "" : Html.element("ul", "class=\"notes\"", items);
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
                                    + Html.element("td", "", Html.text(verdict.claim()))
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
        return Html.text(verdict.expected())
                + Html.element("span", "class=\"range\"", Html.text("judged: " + verdict.judged()));
    }

    private static String measured(Verdict verdict) {
        String why = verdict.why().isEmpty() ? "" : Html.element("span", "class=\"range\"", Html.text(verdict.why()));
        if (verdict.ratios().isEmpty()) {
            return why;
        }
        String items = verdict.ratios().stream()
                .map(HtmlPublished::ratio)
                .map(text -> Html.element("li", "", Html.text(text)))
                .collect(Collectors.joining());
        return Html.text(verdict.figure())
                + Html.element("span", "class=\"range\"", Html.text(verdict.confidence()))
                + Html.element("details", "", Html.element("summary", "", "each") + Html.element("ul", "", items))
                + why;
    }

    private static String ratio(Ratio ratio) {
        Estimate value = ratio.value();
        String interval = value.samples() < 2
                ? " (one run)"
                : " (" + ClaimCheck.number(value.low()) + " to " + ClaimCheck.number(value.high()) + ")";
        return ratio.about() + ": " + ClaimCheck.number(value.mean()) + interval;
    }

    private String figures(List<Comparison> comparisons) throws IOException {
        String agreement = agreement(comparisons);
        String about = agreement.isEmpty()
                ? ""
                : "Rank agreement, Kendall's tau (1: the same order everywhere, 0: no agreement, -1: the reverse): "
                        + agreement
                        + ". Engines whose figures differ by less than the error count as different, and the page's copies of"
                        + " other figures do not count.";
        String average = source.usesMedian()
                ? " Each measured figure is the median of its rounds, as on the page. The intervals of claims are from the"
                        + " lowest to the highest: of three rounds, where they are independent, that holds the true median with a"
                        + " probability of 75%."
                : "";
        String elsewhere = Comparison.elsewhere(source, facts);
        return Html.element("h4", "", "Figures, as ratios to " + Html.text(source.reference()))
                + Html.element("p", "class=\"about\"", Html.text(about + average))
                + (elsewhere.isEmpty() ? "" : Html.element("p", "class=\"about\"", Html.text(elsewhere)))
                + Html.table(
                        "data words",
                        List.of("test", "engine: published, measured", "Kendall's tau"),
                        comparisons.stream().map(this::row).toList());
    }

    /** One for each medium of the page: a run on one disk stands beside its SSD and beside its hard disk, and counts once for each. */
    private static String agreement(List<Comparison> comparisons) {
        Map<String, List<Comparison>> media = comparisons.stream()
                .filter(one -> !Double.isNaN(one.tau()))
                .collect(Collectors.groupingBy(Comparison::medium, LinkedHashMap::new, Collectors.toList()));
        return media.entrySet().stream()
                .map(medium -> {
                    List<Comparison> ranked = medium.getValue();
                    int pairs = ranked.stream().mapToInt(Comparison::pairs).sum();
                    double weighted = ranked.stream()
                                    .mapToDouble(one -> one.tau() * one.pairs())
                                    .sum()
                            / pairs;
                    return tau(weighted) + " with the page's " + medium.getKey() + " (" + ranked.size() + " tests, "
                            + pairs + " pairs of engines)";
                })
                .collect(Collectors.joining(", "));
    }

    private List<String> row(Comparison comparison) {
        String test = comparison.section() + " " + comparison.title()
                + (comparison.unit().equals("ops/s") ? "" : ", " + comparison.unit())
                + (runs() > 1 ? " [" + comparison.run() + "]" : "");
        if (comparison.isExcluded()) {
            String published = comparison.lines().stream()
                    .map(line -> line.engine() + ": " + published(comparison, line))
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
        return facts.runs().size();
    }

    private static String published(Comparison comparison, Line line) {
        return comparison.reference() == null
                ? Quantity.COUNT.format(line.published())
                : Quantity.RATIO.format(
                        line.published() / comparison.reference().published());
    }

    private static String measured(Comparison comparison, Line line) {
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
