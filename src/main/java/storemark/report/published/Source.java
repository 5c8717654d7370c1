package storemark.report.published;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A published comparison, as {@code sources.yaml} beside this class' resources describes it. Immutable.
 *
 * @param source its name in {@code published.csv} and {@code claims.csv}
 * @param suite the suite that runs it
 * @param title for people
 * @param reference the engine to which ratios are given, by the page's name
 * @param average {@code median} where the page printed medians; null for the mean of the rounds
 * @param disk {@code unsettled} where the page measured stores before their debt was paid; null for after
 * @param flushed the page's names of engines that are measured settled all the same; may be null
 * @param over labels with the values that all claims are about; null for no such. A run that lacks some of them is judged by
 *     what it has, which the verdicts say
 * @param engines the page's engines by its names, each with the labels of our cells that stand for it
 * @param also what claims compare besides; may be null
 * @param standIns figures whose engine is measured as another of our names, which {@code says} gives; may be null
 * @param copies figures that repeat others of the page; may be null
 * @param excluded figures that are not compared, and why; may be null
 * @param labels what all cells of the page have
 * @param tests {@code workload/order} of the figures, as labels
 * @param unequal set-ups that favoured one
 * @param claims by id
 */
public record Source(
        String source,
        String suite,
        String title,
        String reference,
        String average,
        String disk,
        List<String> flushed,
        Map<String, List<String>> over,
        @JsonDeserialize(as = LinkedHashMap.class) Map<String, Map<String, List<String>>> engines,
        Map<String, Map<String, List<String>>> also,
        List<Figures> standIns,
        List<Figures> copies,
        List<Figures> excluded,
        Map<String, String> labels,
        Map<String, Map<String, String>> tests,
        List<Unequal> unequal,
        Map<String, Claim> claims) {
    private static final String FOLDER = "/storemark/report/published/";
    private static final ObjectMapper YAML =
            new YAMLMapper().enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY);

    /**
     * A set-up that favoured one.
     *
     * @param says one line
     * @param workload where it matters; null when there is no equal variant to compare with
     * @param engines by the page's names; null for all
     * @param published the labels as published
     * @param equal the labels of the equal variant
     */
    public record Unequal(
            String says,
            List<String> workload,
            List<String> engines,
            Map<String, String> published,
            Map<String, String> equal) {}

    /**
     * Rows of {@code published.csv}.
     *
     * @param where the columns that they have in common, each with its values
     * @param says why they are told apart, or what stands in for their engine
     */
    public record Figures(Map<String, List<String>> where, String says) {
        boolean hold(Map<String, String> row) {
            return new Selector(where).matches(row);
        }
    }

    /** What {@code among} says of a row, or null. */
    static String says(List<Figures> among, Map<String, String> row) {
        return among == null
                ? null
                : among.stream()
                        .filter(figures -> figures.hold(row))
                        .map(Figures::says)
                        .findFirst()
                        .orElse(null);
    }

    /** Whether the page's figures are medians of its rounds. */
    public boolean usesMedian() {
        return is("average", average, "median");
    }

    /**
     * Whether the page measured the bytes on disk before the stores had settled.
     *
     * @param engine a series; one whose writes stay in a cache of its own has to be flushed, as the page did
     */
    public boolean countsUnsettled(String engine) {
        return is("disk", disk, "unsettled")
                && (flushed == null
                        || flushed.stream()
                                .noneMatch(name ->
                                        engines.get(name).get(Fact.ENGINE).contains(engine)));
    }

    private boolean is(String field, String value, String only) {
        if (value != null && !value.equals(only)) {
            throw new IllegalArgumentException(source + ": " + field + ": there is " + only);
        }
        return value != null;
    }

    /** All four. */
    public static List<Source> all() throws IOException {
        try (InputStream in = open("sources.yaml")) {
            return List.of(YAML.readValue(in, Source[].class));
        }
    }

    /** Every row of a CSV file, by column. */
    static List<Map<String, String>> rows(String file) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (InputStream in = open(file);
                MappingIterator<Map<String, String>> lines = new CsvMapper()
                        .readerForMapOf(String.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(in)) {
            lines.forEachRemaining(rows::add);
        }
        return rows;
    }

    private static InputStream open(String file) throws IOException {
        InputStream in = Source.class.getResourceAsStream(FOLDER + file);
        if (in == null) {
            throw new FileNotFoundException("the jar is incomplete: it lacks " + FOLDER.substring(1) + file);
        }
        return in;
    }

    /** What selects one engine's cells, as published: all labels that go with it, over the whole key range. */
    Selector selector(String engine) {
        Map<String, List<String>> own = engines.containsKey(engine)
                ? engines.get(engine)
                : Objects.requireNonNullElse(also, Map.<String, Map<String, List<String>>>of())
                        .get(engine);
        if (own == null) {
            throw new IllegalArgumentException(source + " has no engine '" + engine + "'");
        }
        return new Selector(Map.of())
                .withOnly(Map.of(Fact.WINDOW, Fact.ALL))
                .withOnly(labels)
                .with(own);
    }
}
