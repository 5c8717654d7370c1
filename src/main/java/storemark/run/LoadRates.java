package storemark.run;

import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Records per second that engines were seen to load in key order and to insert in shuffled order, each in a commit of its own: what
 * a plan's time is estimated from, and nothing else. {@code rates.csv} has them: one thread, 8 + 100 bytes, durability process, a
 * virtual machine of two cores.
 */
final class LoadRates {
    private static final double BYTES = 108;
    /** Bytes per second: SQLite and Berkeley DB insert values of 100,000 bytes at some 200 MB/s there. */
    private static final double BYTE_RATE = 200e6;

    private static final Map<String, Row> ROWS = read();

    /** What an engine that is not in the table is taken for: one of the slower. */
    private static final Row UNKNOWN = new Row("", 300_000, 60_000);

    private record Row(String engine, double load, double insert) {}

    private LoadRates() {}

    /** Whether the table has {@code engine}. */
    static boolean isKnown(String engine) {
        return ROWS.containsKey(engine);
    }

    /** Records of {@code bytes} each that {@code engine} loads per second. */
    static double load(String engine, double bytes) {
        return rate(engine, Row::load, bytes);
    }

    /** Records of {@code bytes} each that {@code engine} inserts per second. */
    static double insert(String engine, double bytes) {
        return rate(engine, Row::insert, bytes);
    }

    /** Assumes that half of the time is per record, half per byte; the time per byte is at most that at {@link #BYTE_RATE}. */
    private static double rate(String engine, ToDoubleFunction<Row> which, double bytes) {
        double seconds = 1 / which.applyAsDouble(ROWS.getOrDefault(engine, UNKNOWN));
        double ofByte = Math.min(seconds / 2 / BYTES, 1 / BYTE_RATE);
        return 1 / (seconds + (bytes - BYTES) * ofByte);
    }

    private static Map<String, Row> read() {
        try (InputStream file = LoadRates.class.getResourceAsStream("/storemark/rates.csv")) {
            return new CsvMapper()
                            .readerFor(Row.class)
                            .with(CsvSchema.emptySchema().withHeader())
                            .<Row>readValues(file)
                            .readAll()
                            .stream()
                            .collect(Collectors.toMap(Row::engine, row -> row));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
