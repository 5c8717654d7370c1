package storemark.machine;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Walks a store whose engine may be at work. */
final class StoreFiles {
    private StoreFiles() {}

    /** What {@link #walk} reports. */
    interface Visitor {
        /** A folder, the first included, or anything in one. */
        void visit(Path path, BasicFileAttributes attributes);
    }

    /** The regular files below {@code store}, by absolute path; {@code store} itself when it is no directory. */
    static List<Path> of(Path store) throws IOException {
        Path real = store.toRealPath();
        List<Path> files = new ArrayList<>();
        walk(real, (path, attributes) -> {
            if (attributes.isRegularFile() || (path.equals(real) && attributes.isOther())) {
                files.add(path);
            }
        });
        return files;
    }

    /**
     * Visits everything below {@code store} once, without following links. What vanishes meanwhile is left out.
     *
     * @throws IOException when {@code store} does not exist or a folder cannot be listed
     */
    static void walk(Path store, Visitor visitor) throws IOException {
        Files.readAttributes(store, BasicFileAttributes.class);
        Files.walkFileTree(store, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                visitor.visit(directory, attributes);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                visitor.visit(file, attributes);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return vanished(failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                return failure == null ? FileVisitResult.CONTINUE : vanished(failure);
            }

            private static FileVisitResult vanished(IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
    }
}
