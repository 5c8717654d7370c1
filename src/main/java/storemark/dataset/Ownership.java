package storemark.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import storemark.results.Json;
import storemark.results.WholeFile;

/**
 * The content of {@code storemark.json}: the proof that a data directory, or a folder in it, was made by Storemark. A data
 * directory has one with an id of its own; every folder that is made in it has one that repeats that id, before anything else
 * is in it. Nothing is deleted that has no such proof: a name or a manifest can be anybody's.
 *
 * @param format {@link #FORMAT}
 * @param directory the data directory's id
 * @param folder the folder's id; null in the data directory's own file
 */
record Ownership(int format, UUID directory, UUID folder) {
    static final String NAME = "storemark.json";

    private static final int FORMAT = 1;
    private static final int LONGEST = 1000;

    /**
     * The id of the data directory {@code root}; empty when nothing was ever made in it.
     *
     * @throws IOException when its file is there and is not what we wrote
     */
    static Optional<UUID> of(Path root) throws IOException {
        Path file = root.resolve(NAME);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        return Optional.of(read(file)
                .filter(found -> found.folder == null)
                .orElseThrow(() -> new IOException(file + " is not a data directory's: choose another --dir"))
                .directory);
    }

    /** The id of {@code root}, which is made, and gets an id, where it has none. */
    static UUID make(Path root) throws IOException {
        Files.createDirectories(root);
        Optional<UUID> there = of(root);
        if (there.isPresent()) {
            return there.get();
        }
        try {
            UUID id = UUID.randomUUID();
            write(root.resolve(NAME), new Ownership(FORMAT, id, null));
            return id;
        } catch (FileAlreadyExistsException made) { // by another process, just now
            return of(root).orElseThrow(() -> made);
        }
    }

    /** Marks {@code folder}, which is in a data directory and has nothing in it, as made by us. */
    static void claim(Path folder) throws IOException {
        Path root = folder.toAbsolutePath().normalize().getParent();
        write(folder.resolve(NAME), new Ownership(FORMAT, make(root), UUID.randomUUID()));
    }

    /** Whether {@code folder} is a directory, and no link to one, that was made by us in the directory that it is in. */
    static boolean proves(Path folder) {
        Path root = folder.toAbsolutePath().normalize().getParent();
        if (root == null || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            Optional<Ownership> found = read(folder.resolve(NAME));
            return found.isPresent()
                    && found.get().folder != null
                    && of(root).equals(Optional.of(found.get().directory));
        } catch (IOException unreadable) {
            return false; // what cannot be read proves nothing
        }
    }

    /** Whole or not at all: a kill in between must not leave a folder of ours without a proof that can be read. */
    private static void write(Path file, Ownership ownership) throws IOException {
        WholeFile.writeNew(file, Json.MAPPER.writeValueAsBytes(ownership));
    }

    /** Empty when there is none, or it is not of this form. */
    private static Optional<Ownership> read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = Channels.newInputStream(channel).readNBytes(LONGEST);
            return Optional.ofNullable(Json.MAPPER.readValue(content, Ownership.class))
                    .filter(found -> found.format == FORMAT && found.directory != null);
        } catch (JsonProcessingException | NoSuchFileException notOurs) {
            return Optional.empty();
        }
    }
}
