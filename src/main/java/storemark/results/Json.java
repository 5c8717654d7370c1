package storemark.results;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Reading and writing of JSON files. A file is either the old one or the new one, whole, whenever the process dies. */
public final class Json {
    /** Writes indented JSON with keys of maps in order, so that equal data are equal files. */
    public static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private Json() {}

    /** Writes {@code value} beside {@code file}, forces it to the device, and moves it into place. */
    public static void write(Path file, Object value) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".tmp");
        Files.write(partial, MAPPER.writeValueAsBytes(value));
        try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads a file that {@link #write} made.
     *
     * @throws IOException naming the file, when it is missing or not of the form of {@code type}
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return MAPPER.readValue(file.toFile(), type);
        } catch (com.fasterxml.jackson.core.JacksonException broken) {
            throw new IOException(file + " is damaged: " + broken.getOriginalMessage(), broken);
        }
    }
}
