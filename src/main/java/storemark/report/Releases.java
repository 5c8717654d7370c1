package storemark.report;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The years in which versions of libraries were released, from {@code releases.csv}. */
final class Releases {
    private static final String FILE = "/storemark/report/releases.csv";
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)+");

    private static final Map<String, String> YEARS = read();

    private record Row(String version, String year) {}

    private Releases() {}

    /**
     * A library's number and year, {@code 1.3.11 (2017)}; without the year where it is not known.
     *
     * @param version what the engine says of it, {@code TuplDB 1.3.11}; null where it was not available
     * @return empty where {@code version} is that of no library
     */
    static String of(String version) {
        if (version == null || version.startsWith("files of") || version.startsWith("java.util.concurrent")) {
            return "";
        }
        Matcher number = NUMBER.matcher(version);
        if (!number.find()) {
            return "";
        }
        String year = YEARS.get(version.substring(0, number.end()));
        return number.group() + (year == null ? "" : " (" + year + ")");
    }

    private static Map<String, String> read() {
        try (InputStream file = Releases.class.getResourceAsStream(FILE);
                MappingIterator<Row> rows = new CsvMapper()
                        .readerFor(Row.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(file)) {
            return rows.readAll().stream().collect(Collectors.toUnmodifiableMap(Row::version, Row::year));
        } catch (IOException damaged) {
            throw new UncheckedIOException("the jar is incomplete: " + FILE, damaged);
        }
    }
}
