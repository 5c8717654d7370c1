package storemark.dataset;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import storemark.results.Json;

/**
 * The content of {@code loading.json} and {@code copy.json}, which are there before the first byte of a store is: they
 * tell a folder that we left unfinished from one that is somebody else's. {@code copy.json} stays when the copy is done.
 *
 * @param what what is being made, for people
 * @param origin the name of the folder that is copied; null in a load
 * @param done records loaded when last noted, or -1 where that is not known
 * @param total records when all is done
 * @param process the id of the process that makes it
 * @param started UTC, ISO 8601 to the second
 * @param error why it stopped, or null
 */
record Marker(String what, String origin, long done, long total, long process, String started, String error) {
    static final String LOADING = "loading.json";
    static final String COPY = "copy.json";

    static Marker loading(DatasetSpec spec) {
        return new Marker(spec.toString(), null, 0, spec.entries(), pid(), now(), null);
    }

    static Marker copying(DatasetSpec spec, Path origin) {
        return new Marker(spec.toString(), origin.getFileName().toString(), -1, spec.entries(), pid(), now(), null);
    }

    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    Marker at(long records, String stopped) {
        return new Marker(what, origin, records, total, process, started, stopped);
    }

    /** The marker of an unfinished folder; empty where a power cut has left the file without its content. */
    static Optional<Marker> read(Path folder) {
        for (String name : new String[] {LOADING, COPY}) {
            Path file = folder.resolve(name);
            if (Files.exists(file)) {
                try {
                    return Optional.ofNullable(Json.read(file, Marker.class));
                } catch (IOException damaged) {
                    return Optional.empty(); // that the file is there says enough
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Writes the marker in its place, over what it held: on a full disk there is no room for a second file. A power cut may
     * leave it without content, and that it is there says enough.
     *
     * @param force whether to wait until the device has it; a load that is under way would wait for its own writes too
     */
    void write(Path folder, boolean force) throws IOException {
        Path file = folder.resolve(origin == null ? LOADING : COPY);
        ByteBuffer content = ByteBuffer.wrap(Json.MAPPER.writeValueAsBytes(this));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (content.hasRemaining()) {
                channel.write(content);
            }
            channel.truncate(content.limit());
            if (force) {
                channel.force(true);
            }
        }
    }

    /** {@code is unfinished: 1,000 of 5,000 entries of lmdb were loaded, until ...}: what a refusal says of it. */
    String describe() {
        String far = done < 0
                ? "a copy of " + origin + " had begun"
                : String.format(Locale.ROOT, "%,d of %s were loaded when last noted", done, what);
        return far + (error == null ? "" : ", then: " + error);
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }
}
