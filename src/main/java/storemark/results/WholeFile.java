package storemark.results;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Reads files whole, and replaces files in one step: whenever the process dies, a file is whole, the old one or the new one. Never writes through a symbolic link:
 * a link in the file's place is replaced, not followed.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Reads a file. Anything but a regular file is refused: reading a pipe would block. */
    public static byte[] read(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException(file + " is damaged: it is not a regular file");
        }
        return Files.readAllBytes(file);
    }

    /** Writes a file that can be made again, such as a chart: a power cut may lose it. */
    public static void write(Path file, byte[] content) throws IOException {
        put(file, content, false, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Writes a file that must be there once this returns, also after a power cut. */
    public static void writeForced(Path file, byte[] content) throws IOException {
        put(file, content, true, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Writes a file that is not there yet, as {@link #writeForced} does.
     *
     * @throws FileAlreadyExistsException when it is there, as a link or anything else
     */
    public static void writeNew(Path file, byte[] content) throws IOException {
        put(file, content, true);
    }

    /** Adds to a file, which is made if it is not there. What a power cut, or the end of the process, leaves of it is its beginning. */
    static void append(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS)) {
            write(file, channel, content, true);
        }
    }

    /** Names the file in an error, as a channel does not: {@code No space left on device} alone names none. */
    private static void write(Path file, FileChannel channel, byte[] content, boolean force) throws IOException {
        try {
            Channels.newOutputStream(channel).write(content);
            if (force) {
                channel.force(true);
            }
        } catch (IOException failed) {
            throw new IOException(file + ": " + failed.getMessage(), failed);
        }
    }

    /** Fails on a link that somebody puts there meanwhile. */
    private static FileChannel create(Path partial) throws IOException {
        try {
            return FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (AccessDeniedException denied) {
            throw new AccessDeniedException(partial.toAbsolutePath().getParent().toString());
        }
    }

    private static void put(Path file, byte[] content, boolean force, CopyOption... how) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is a directory: name a file");
        }
        Path partial = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(partial);
        FileChannel made = create(partial);
        try (FileChannel channel = made) {
            write(file, channel, content, force);
            Files.move(partial, file, how);
        } catch (NoSuchFileException another) { // another process writes the same file: what is there is not ours
            throw another;
        } catch (IOException failed) {
            Files.deleteIfExists(partial); // as on a full disk
            throw failed;
        }
        if (force) {
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true); // else a power cut may take the new name
            }
        }
    }
}
