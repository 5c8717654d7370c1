package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import storemark.results.Metric;
import storemark.workload.Workload;

/** Draws charts of all kinds of runs, ordinary and odd, and looks at what came out: XML, and texts that do not collide. */
class DrawingTest extends WithRun {
    private static final Pattern TRANSLATION = Pattern.compile("translate\\(([-0-9.]+) ([-0-9.]+)\\)");
    private static final Pattern UPRIGHT = Pattern.compile("matrix\\(0,-1,1,0,([-0-9.]+),([-0-9.]+)\\)");
    private static final Pattern SIZE = Pattern.compile("font-size:([0-9.]+)px");

    private static Fonts fonts;

    @AutoClose
    private static SvgRenderer renderer;

    private record Text(String content, Rectangle2D box) {}

    @BeforeAll
    static void loadScripts() throws IOException {
        fonts = new Fonts();
        renderer = new SvgRenderer(fonts);
    }

    private void check() throws Exception {
        List<Chart> charts = part().allCharts();
        assertFalse(charts.isEmpty());
        Set<Chart.Kind> painted = EnumSet.noneOf(Chart.Kind.class);
        for (Chart chart : charts) {
            String svg = checked(chart);
            assertFalse(svg.contains("NaN") || svg.contains("Infinity") || svg.contains("undefined"), chart.id());
            if (painted.add(chart.kind())) { // painting is slow: one of each kind; CommittedRunsTest paints a report
                assertTrue(PngRenderer.png(svg).length > 5000, chart.id());
            }
        }
    }

    /** The chart as it was drawn, whose texts are within it and do not collide. */
    private static String checked(Chart chart) throws Exception {
        String svg = renderer.svg(chart);
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        checkTexts(chart.id(), texts(document), document.getDocumentElement());
        return svg;
    }

    private static void checkTexts(String id, List<Text> texts, Element svg) {
        double width = Double.parseDouble(svg.getAttribute("width"));
        double height = Double.parseDouble(svg.getAttribute("height"));
        for (int at = 0; at < texts.size(); at++) {
            Text text = texts.get(at);
            Rectangle2D box = text.box();
            boolean inside =
                    box.getMinX() >= 0 && box.getMaxX() <= width && box.getMinY() >= 0 && box.getMaxY() <= height;
            assertTrue(inside, () -> id + " cuts off " + text);
            for (Text other : texts.subList(at + 1, texts.size())) {
                assertFalse(box.intersects(other.box()), () -> id + ": " + text + " and " + other);
            }
        }
    }

    /** All texts with the box that their glyphs are drawn in; ECharts centres every line of text on its y. */
    private static List<Text> texts(Document document) {
        List<Text> texts = new ArrayList<>();
        NodeList nodes = document.getElementsByTagName("text");
        for (int index = 0; index < nodes.getLength(); index++) {
            Element node = (Element) nodes.item(index);
            assertEquals("0.36em", node.getAttribute("dy"));
            String style = node.getAttribute("style");
            Matcher found = SIZE.matcher(style);
            assertTrue(found.find(), style);
            double size = Double.parseDouble(found.group(1));
            double width = fonts.width(node.getTextContent(), (style.contains("bold") ? "bold " : "") + size + "px");
            Matcher upright = UPRIGHT.matcher(node.getAttribute("transform"));
            if (upright.matches()) {
                double bottom = Double.parseDouble(upright.group(2));
                double middle = Double.parseDouble(upright.group(1));
                Rectangle2D box = new Rectangle2D.Double(middle - size * 0.4, bottom - width, size * 0.8, width);
                texts.add(new Text(node.getTextContent(), box));
                continue;
            }
            Matcher moved = TRANSLATION.matcher(node.getAttribute("transform"));
            boolean translated = moved.find();
            double x = number(node, "x") + (translated ? Double.parseDouble(moved.group(1)) : 0);
            double y = number(node, "y") + (translated ? Double.parseDouble(moved.group(2)) : 0);
            double left = switch (node.getAttribute("text-anchor")) {
                case "middle" -> x - width / 2;
                case "end" -> x - width;
                default -> x;
            };
            texts.add(new Text(node.getTextContent(), new Rectangle2D.Double(left, y - size * 0.4, width, size * 0.8)));
        }
        return texts;
    }

    private static double number(Element node, String name) {
        return node.hasAttribute(name) ? Double.parseDouble(node.getAttribute(name)) : 0;
    }

    @Test
    void storesOfManySizes() throws Exception {
        run.engines = List.of("files-flat", "rocksdb:compression.snappy", "bdb", "sqlite", "null");
        run.only(Workload.INSERT, Workload.READ, Workload.UPDATE, Workload.REMOVE);
        run.steps = 1;
        run.sizes = List.of(100L, 1000L, 10_000L, 100_000L, 1_000_000L);
        run.valueBytes = List.of("1-1023", "102400-1048576");
        run.states = Map.of("bdb-read-t1-p1-r1-102400-1048576-1000000", storemark.results.RunFile.State.UNSUPPORTED);
        check();
    }

    @Test
    void titlesOfAllLengths() throws Exception {
        run.engines = List.of("lmdb");
        run.only(Workload.READ);
        Chart chart = part().allCharts().get(0);
        for (int letters = 1; letters < 16; letters++) {
            String option = "x".repeat(letters) + ", durability process".repeat(6);
            checked(new Chart(
                    chart.id(),
                    chart.kind(),
                    chart.family(),
                    option,
                    chart.subtitle(),
                    chart.x(),
                    chart.y(),
                    chart.categories(),
                    chart.series(),
                    chart.marks()));
        }
    }

    @Test
    void anOrdinaryRun() throws Exception {
        run.workloads = List.of(Workload.INSERT, Workload.READ, Workload.REMOVE);
        run.threads = List.of(2);
        check();
    }

    @Test
    void sixteenSeriesAndTheControl() throws Exception {
        run.engines = List.of(
                "lmdb",
                "lmdb:writemap",
                "lmdb:ffm",
                "tupl",
                "tupl:mapped",
                "rocksdb",
                "rocksdb:tuned,blockSize.16k",
                "sqlite",
                "sqlite:tuned",
                "je",
                "leveldb",
                "kyoto-treedb",
                "mvstore",
                "xodus",
                "mapdb",
                "heap",
                "null");
        run.workloads = List.of(Workload.INSERT, Workload.READ);
        run.threads = List.of(1, 4);
        check();
    }

    @Test
    void manySteps() throws Exception {
        run.only(Workload.READ);
        run.steps = 100;
        run.repetitions = 3;
        check();
    }

    @Test
    void oneEngineAndOneStep() throws Exception {
        run.engines = List.of("lmdb");
        run.steps = 1;
        run.only(Workload.INSERT, Workload.READ);
        check();
    }

    @Test
    void onlyTheControl() throws Exception {
        run.engines = List.of("null");
        run.workloads = List.of(Workload.READ);
        check();
    }

    @Test
    void allRatesAreZero() throws Exception {
        run.speed = 0;
        run.workloads = List.of(Workload.READ);
        run.unread = List.copyOf(EnumSet.range(Metric.latencyP50, Metric.latencyMax));
        check();
    }

    @Test
    void allMetricsButTheKeyRangeAreMissing() throws Exception {
        run.workloads = List.of(Workload.READ);
        run.unread = Arrays.stream(Metric.values())
                .filter(metric -> metric != Metric.keyRange)
                .toList();
        check();
    }

    @Test
    void aBillionRecordsAndNoMemorySize() throws Exception {
        run.workloads = List.of(Workload.READ);
        run.entries = 1_000_000_000;
        run.options = Map.of();
        run.machine = Map.of();
        check();
    }

    @Test
    void aDisturbedStepIsInTheStripUnderAChart() throws Exception {
        run.only(Workload.READ);
        run.repetitions = 2;
        run.disturbed = (cell, step) -> step == 3;
        String svg = renderer.svg(chart("rate-read-t1"));
        assertTrue(svg.contains(">disturbed<") && svg.contains(">computing<"), svg);
    }

    @Test
    void whatStandsBesideAnEnginesNameIsInThePicture() throws Exception {
        run.only(Workload.INSERT);
        run.engines = List.of("rocksdb", "null");
        run.remarks = Map.of("rocksdb", Map.of("none", "lost"));
        assertTrue(renderer.svg(chart("rate-insert-t1")).contains("rocksdb (none: lost)"));
    }

    @Test
    void equalChartsAreEqualWhateverWasDrawnBefore() throws Exception {
        run.workloads = List.of(Workload.READ);
        run.steps = 30;
        run.repetitions = 3;
        List<Chart> charts = part().allCharts();
        String first = renderer.svg(charts.get(0));
        renderer.svg(charts.get(1));
        assertEquals(first, renderer.svg(charts.get(0)));
    }
}
