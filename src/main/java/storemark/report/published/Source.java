package storemark.report.published;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A published comparison, as {@code sources.yaml} beside this class' resources describes it. Immutable.
 *
 * @param source its name, which suites declare; also in {@code published.csv}
 * @param title for people
 * @param scale how much the page measured, on what: in words; empty where that is not known
 * @param cores physical cores of its machine; 0 where claims are about no number of threads
 * @param reference the engine to which ratios are given, by the page's name
 * @param medians whether the page printed medians of its repetitions; else their mean is taken
 * @param unsettled whether the page measured stores before their debt was paid; else after
 * @param flushed the page's names of engines that are measured settled all the same
 * @param over labels with the values that all claims are about. A run that lacks some of them is judged by what it has, which
 *     the verdicts say
 * @param engines the page's engines by its names, each with the labels of our cells that stand for it
 * @param also what claims compare besides
 * @param standIns names of {@code also}, with the figures whose engine they stand in for
 * @param copies why figures repeat others of the page
 * @param excluded why figures are not compared
 * @param spoiled why rates say nothing of what the page compared, each with the set-ups of which they are: by the page's names
 * @param labels what all cells of the page have
 * @param tests {@code workload/order} of the figures, as labels
 * @param unequal set-ups that favoured one
 * @param claims by id
 */
public record Source(
        String source,
        String title,
        String scale,
        int cores,
        String reference,
        boolean medians,
        boolean unsettled,
        List<String> flushed,
        Map<String, List<String>> over,
        Map<String, Selector> engines,
        Map<String, Selector> also,
        Map<String, Selector> standIns,
        Map<String, Selector> copies,
        Map<String, Selector> excluded,
        Map<String, List<Selector>> spoiled,
        Selector labels,
        Map<String, Map<String, String>> tests,
        List<Unequal> unequal,
        Map<String, Claim> claims) {
    private static final String FOLDER = "/storemark/report/published/";
    private static final JsonSetter.Value NONE_IS_EMPTY = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .withConfigOverride(List.class, list -> list.setSetterInfo(NONE_IS_EMPTY))
            .withConfigOverride(Map.class, map -> map.setSetterInfo(NONE_IS_EMPTY))
            .build();

    public Source {
        scale = Objects.requireNonNullElse(scale, "");
        labels = Objects.requireNonNullElse(labels, Selector.ANY);
    }

    /** The names in {@code among} of the rows of {@code published.csv} that hold this one. */
    static List<String> names(Map<String, Selector> among, Map<String, String> row) {
        return among.entrySet().stream()
                .filter(rows -> rows.getValue().matches(row))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Why a rate under these labels says nothing of what the page compared; empty as a rule. */
    public Optional<String> spoils(Map<String, String> setUp) {
        List<String> names = engines.keySet().stream()
                .filter(name -> engines.get(name).values(Fact.ENGINE).contains(setUp.get(Fact.ENGINE)))
                .toList();
        return spoiled.entrySet().stream()
                .filter(reason -> reason.getValue().stream()
                        .anyMatch(where -> !Collections.disjoint(names, where.values(Fact.ENGINE))
                                && where.without(Fact.ENGINE).matches(setUp)))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /**
     * Whether the page measured the bytes on disk before the stores had settled.
     *
     * @param engine a series; one whose writes stay in a cache of its own has to be flushed, as the page did
     */
    public boolean countsUnsettled(String engine) {
        return unsettled
                && flushed.stream()
                        .noneMatch(name -> selector(name).values(Fact.ENGINE).contains(engine));
    }

    /** All four. */
    public static List<Source> all() throws IOException {
        try (InputStream in = open("sources.yaml")) {
            return read(in);
        }
    }

    /** @throws IllegalArgumentException if {@code yaml} is not of the form */
    static List<Source> read(InputStream yaml) {
        Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        return List.of(MAPPER.convertValue(content, Source[].class));
    }

    /** Every row of the page's figures, by column. */
    List<Map<String, String>> rows() throws IOException {
        try (InputStream in = open("published.csv");
                MappingIterator<Map<String, String>> lines = new CsvMapper()
                        .readerForMapOf(String.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(in)) {
            return lines.readAll().stream()
                    .filter(row -> row.get("source").equals(source))
                    .toList();
        }
    }

    private static InputStream open(String file) throws IOException {
        InputStream in = Source.class.getResourceAsStream(FOLDER + file);
        if (in == null) {
            throw new FileNotFoundException("the jar is incomplete: it lacks " + FOLDER.substring(1) + file);
        }
        return in;
    }

    /**
     * The specification of ours that stands for an engine of the page; of several what they have in common.
     *
     * @param measured specifications: others do not count, unless none does
     */
    public String specification(String engine, Collection<String> measured) {
        List<String> listed = engines.containsKey(engine) ? engines.get(engine).values(Fact.ENGINE) : List.of(engine);
        List<String> ours = listed.stream().filter(measured::contains).toList();
        List<List<String>> options = (ours.isEmpty() ? listed.subList(0, 1) : ours)
                .stream().map(one -> List.of(one.split("[:,]"))).toList();
        List<String> common = options.get(0).stream()
                .filter(option -> options.stream().allMatch(one -> one.contains(option)))
                .toList();
        String rest = String.join(",", common.subList(1, common.size()));
        return common.get(0) + (rest.isEmpty() ? "" : ":" + rest);
    }

    /** What selects one engine's cells, as published: all labels that go with it, over the whole key range. */
    Selector selector(String engine) {
        Selector own = engines.getOrDefault(engine, also.get(engine));
        if (own == null) {
            throw new IllegalArgumentException(source + " has no engine '" + engine + "'");
        }
        return labels.with(Map.of(Fact.WINDOW, DataPlace.ALL.name())).with(own);
    }
}
