package storemark.results;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;

/** Reading and writing of JSON files. */
public final class Json {
    /** Writes indented JSON with keys of maps in order, so that equal data are equal files. */
    public static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            // Workloads have the names in files that they have everywhere.
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
            .build();

    private Json() {}

    /** Writes {@code value} as {@link WholeFile#writeForced} does. */
    public static void write(Path file, Object value) throws IOException {
        WholeFile.writeForced(file, MAPPER.writeValueAsBytes(value));
    }

    /** {@code value} on one line. */
    public static String line(Object value) throws IOException {
        return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
    }

    /**
     * Reads a file that {@link #write} made.
     *
     * @throws IOException naming the file, when it is missing, no regular file, or not of the form of {@code type}
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            T content = MAPPER.readValue(WholeFile.read(file), type);
            if (content == null) {
                throw new IOException(file + " is damaged: it holds null");
            }
            return content;
        } catch (com.fasterxml.jackson.core.JacksonException broken) {
            throw new IOException(file + " is damaged: " + broken.getOriginalMessage(), broken);
        }
    }
}
