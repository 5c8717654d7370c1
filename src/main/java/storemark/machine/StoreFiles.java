package storemark.machine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The files of a store whose engine may be at work: what vanishes meanwhile is left out. */
public final class StoreFiles {
    /** From so many files on, one syncfs(2) of their file system takes less time than an fsync(2) of each. */
    private static final int MANY = 1000;

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration LIMIT_OF_MEASURING = Duration.ofMinutes(5);

    private StoreFiles() {}

    /**
     * Forces every file below {@code store} to its device, also what a memory map has written to it.
     *
     * @param store a directory, a file or a block device
     * @throws IOException naming the file that cannot be forced, or when {@code store} does not exist
     */
    public static void force(Path store) throws IOException {
        for (Path file : of(store)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                channel.force(true);
            } catch (IOException failure) {
                if (Files.exists(file)) { // else it has vanished, and owes nothing
                    throw new IOException(file + " cannot be forced to its device: " + failure.getMessage(), failure);
                }
            }
        }
    }

    /**
     * The same, by one call where there are many files. It also forces all other files of their file system, those of other stores too. So
     * it is not for what is timed, nor while stores take turns.
     *
     * @throws IOException as {@link #force}
     */
    public static void forceTogether(Path store) throws IOException {
        if (of(store).size() < MANY || !isForced(store)) {
            force(store);
        }
    }

    /** Whether its file system could be forced as a whole. Where a server of FUSE keeps the files, the call does nothing. */
    private static boolean isForced(Path store) throws IOException {
        if (Files.getFileStore(store).type().startsWith("fuse")) {
            return false;
        }
        try {
            List<String> sync = List.of("sync", "--file-system", "--", store.toString());
            return Tool.run("coreutils", LIMIT, sync).exitCode() == 0;
        } catch (InterruptedIOException stopped) {
            throw stopped;
        } catch (IOException missing) {
            return false; // each by itself takes longer
        }
    }

    /**
     * Allocated bytes of all files and folders below a directory, its own included, or of a file: neither the sum of their sizes nor known
     * to the JDK, as no attribute view has a file's blocks. {@code du} is asked, a child process of a few milliseconds. Holes in sparse
     * files do not count, a file with several names counts once, and what vanishes meanwhile is left out.
     *
     * @throws IOException when {@code path} does not exist, a part of it cannot be read, or {@code du} is missing
     */
    public static long allocatedBytes(Path path) throws IOException {
        // -k, not --block-size=1: POSIX has it, and no file system of interest allocates less than a KiB.
        List<String> command = List.of("du", "-sk", path.toRealPath().toString());
        Tool.Result result = Tool.run("coreutils", LIMIT_OF_MEASURING, command);
        String number = result.output().split("\\s", 2)[0];
        if (!number.matches("\\d{1,18}") || !result.onlyVanished()) {
            throw new IOException(path + " cannot be measured: " + result.complaint());
        }
        return Long.parseLong(number) * 1024;
    }

    /**
     * The regular files below {@code store}, by absolute path and without following links; {@code store} itself when it is no
     * directory.
     *
     * @throws IOException when {@code store} does not exist or a folder cannot be listed
     */
    static List<Path> of(Path store) throws IOException {
        Path real = store.toRealPath();
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(real, new PresentFiles() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() || file.equals(real)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /**
     * Deletes {@code root}, if it is there, and all that is in it; links are deleted, not followed. Others may delete the same
     * at the same time.
     */
    public static void deleteTree(Path root) throws IOException {
        Files.walkFileTree(root, new PresentFiles() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                super.postVisitDirectory(folder, failure);
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Leaves out what vanishes between its listing and its visit. */
    private abstract static class PresentFiles extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            return goOn(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            return goOn(failure);
        }

        private static FileVisitResult goOn(IOException failure) throws IOException {
            if (failure == null || failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
