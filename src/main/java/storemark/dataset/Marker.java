package storemark.dataset;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import storemark.machine.Boot;
import storemark.results.Json;

/**
 * The content of {@code loading.json} and {@code copy.json}, which are there before the first byte of a store is: they
 * tell a folder that we left unfinished from one that is not ours. {@code copy.json} stays when the copy is done.
 *
 * @param what what is being made, for people
 * @param origin the name of the folder that is copied; null in a load
 * @param done records loaded when last noted, or -1 where that is not known
 * @param total records when all is done
 * @param process the id of the process that makes it
 * @param started UTC, ISO 8601 to the second
 * @param error why it stopped, or null
 * @param sitting what tells whether a load may go on, and what it has cost so far; null for a copy
 */
record Marker(
        String what,
        String origin,
        long done,
        long total,
        long process,
        String started,
        String error,
        Sitting sitting) {
    static final String LOADING = "loading.json";
    static final String COPY = "copy.json";

    /**
     * The part of a load that one process did.
     *
     * @param engineVersion the library's own word
     * @param boot {@link Boot#id}, or null where it is not known
     * @param interruptions how often the load was interrupted before
     * @param seconds what the load took up to {@link Marker#done}, all sittings together
     */
    record Sitting(String engineVersion, String boot, int interruptions, double seconds) {
        static Sitting first(String engineVersion) {
            return new Sitting(engineVersion, Boot.id().orElse(null), 0, 0);
        }

        /** After an interruption: in this process, since this start of the machine. */
        Sitting next() {
            return new Sitting(engineVersion, Boot.id().orElse(null), interruptions + 1, seconds);
        }
    }

    static Marker loading(DatasetSpec spec, Sitting sitting) {
        return new Marker(spec.toString(), null, 0, spec.entries(), pid(), now(), null, sitting);
    }

    static Marker copying(DatasetSpec spec, Path origin) {
        return new Marker(
                spec.toString(), origin.getFileName().toString(), -1, spec.entries(), pid(), now(), null, null);
    }

    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /**
     * Of a load, how far it has come.
     *
     * @param seconds since this sitting began
     */
    Marker at(long records, double seconds, String stopped) {
        Sitting now = new Sitting(
                sitting.engineVersion(), sitting.boot(), sitting.interruptions(), sitting.seconds() + seconds);
        return new Marker(what, origin, records, total, process, started, stopped, now);
    }

    /** The marker of an unfinished folder; empty where there is none, or where a power cut has left the file without its content. */
    static Optional<Marker> read(Path folder) {
        boolean loads = Files.exists(folder.resolve(LOADING));
        try {
            return Optional.of(Json.read(folder.resolve(loads ? LOADING : COPY), Marker.class));
        } catch (IOException missingOrDamaged) {
            return Optional.empty();
        }
    }

    /**
     * Writes the marker in its place, over what it held: on a full disk there is no room for a second file. A power cut may
     * leave it without content, and that it is there says enough.
     *
     * @param force whether to wait until the device has it; a load that is under way would wait for its own writes too
     */
    void write(Path folder, boolean force) throws IOException {
        Path file = folder.resolve(origin == null ? LOADING : COPY);
        byte[] content = Json.MAPPER.writeValueAsBytes(this);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            Channels.newOutputStream(channel).write(content);
            channel.truncate(content.length);
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
