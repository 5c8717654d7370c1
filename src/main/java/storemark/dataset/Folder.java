package storemark.dataset;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.dataset.DatasetException.Reason;
import storemark.machine.FreeSpace;
import storemark.machine.StoreFiles;

/**
 * The folder of one dataset: its {@link Ownership}, {@code manifest.json}, {@code store/}, a lock, and {@code loading.json} or
 * {@code copy.json}. Knows what is ours, and deletes nothing else.
 */
record Folder(Path path) {
    /** What a look at the file names tells. */
    enum State {
        /** Not there, empty, or marked as ours before anything was put into it. */
        ABSENT,
        /** Being made, or left in the making. */
        UNFINISHED,
        /** Has a manifest. */
        COMPLETE,
        /** Not proved to be ours: left alone. */
        FOREIGN
    }

    private static final String STORE = "store";
    private static final long FULL_BYTES = 16 << 20;
    /** What stays until all else is deleted: a kill in between leaves a folder that is still locked and proved to be ours. */
    private static final List<String> LAST = List.of(FolderLock.NAME, FolderLock.KEEP, Ownership.NAME);

    private static final List<String> DATA =
            List.of(STORE, Manifest.NAME, Marker.LOADING, Marker.COPY, Manifest.NAME + ".tmp", Ownership.NAME + ".tmp");

    /** The engine's own directory. */
    Path store() {
        return path.resolve(STORE);
    }

    Path manifest() {
        return path.resolve(Manifest.NAME);
    }

    boolean isCopy() {
        return Files.exists(path.resolve(Marker.COPY));
    }

    State state() throws DatasetException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return State.ABSENT;
        }
        Set<String> names = names();
        if (names.isEmpty()) {
            return State.ABSENT;
        }
        if (!Ownership.proves(path) || !names.stream().allMatch(this::isOfItsKind)) {
            return State.FOREIGN;
        }
        if (names.contains(Manifest.NAME)) {
            return State.COMPLETE;
        }
        if (names.contains(Marker.LOADING) || names.contains(Marker.COPY)) {
            return State.UNFINISHED;
        }
        return LAST.containsAll(names) ? State.ABSENT : State.FOREIGN;
    }

    private static boolean isOurs(String name) {
        return DATA.contains(name) || LAST.contains(name);
    }

    /** A link, or a pipe, in the place of one of our files is not ours. */
    private boolean isOfItsKind(String name) {
        Path file = path.resolve(name);
        return name.equals(STORE)
                ? Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                : !isOurs(name) || Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Makes the folder, which may be there if it is empty or ours, marks it as ours and takes its lock; when that fails and
     * nobody else has it, as on a full disk, no folder is left that was not there before.
     */
    FolderLock createAndLock() throws DatasetException {
        refuseForeign();
        boolean wasThere = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        try {
            Files.createDirectories(path);
            claim();
            return FolderLock.take(path);
        } catch (IOException failure) {
            DatasetException told = failed("cannot be made", failure);
            if (!wasThere && told.reason() != Reason.LOCKED) {
                deleteEmpty(told);
            }
            throw told;
        }
    }

    private void claim() throws IOException {
        if (Ownership.proves(path)) {
            return;
        }
        try {
            Ownership.claim(path);
        } catch (FileAlreadyExistsException | NoSuchFileException another) {
            throw Reason.LOCKED.error(path + " is being made by another process: wait for it to end", another);
        }
    }

    private void deleteEmpty(DatasetException told) {
        try {
            Files.deleteIfExists(path.resolve(Ownership.NAME + ".tmp"));
            deleteLast();
        } catch (IOException left) {
            told.addSuppressed(left);
        }
    }

    /** Refuses a folder that holds anything which is not ours. */
    void refuseForeign() throws DatasetException {
        if (state() == State.FOREIGN) {
            throw foreign();
        }
    }

    DatasetException foreign() {
        String what = Files.isSymbolicLink(path) ? " is a symbolic link" : " is not known to be made by Storemark";
        return Reason.FOREIGN.error(
                path + what + ", so it is left alone: move it away, delete it yourself, or choose another --dir");
    }

    /** How far the making of an unfinished folder came. */
    String describe() {
        return Marker.read(path).map(Marker::describe).orElse("its progress is unknown");
    }

    /**
     * Deletes what is in the folder, except its lock, which the caller holds, and the proof that it is ours.
     *
     * @throws DatasetException before anything is deleted, when the folder is foreign or holds more than a dataset does
     */
    void clear() throws DatasetException {
        refuseForeign();
        Set<String> more = names();
        more.removeIf(Folder::isOurs);
        if (!more.isEmpty()) {
            throw Reason.FOREIGN.error(
                    path + " holds " + String.join(", ", more) + " beside the dataset, so it is not deleted: move "
                            + (more.size() == 1 ? "it" : "them") + " away first");
        }
        try {
            // From here on, and until the last file is gone, a kill leaves a folder that is known as unfinished.
            if (isCopy()) {
                Files.deleteIfExists(manifest());
            } else if (Files.exists(manifest())) {
                Files.move(manifest(), path.resolve(Marker.LOADING), StandardCopyOption.REPLACE_EXISTING);
            }
            StoreFiles.deleteTree(store());
            for (String name : DATA) {
                Files.deleteIfExists(path.resolve(name));
            }
        } catch (IOException failure) {
            throw failed("cannot be deleted", failure);
        }
    }

    /** Deletes the folder and all that is in it, unless somebody uses it, or keeps it as a copy. */
    void remove() throws DatasetException {
        refuseForeign();
        FolderLock.refuseKept(path);
        try (FolderLock lock = FolderLock.take(path)) {
            delete();
        }
    }

    /** Deletes the folder and all that is in it; the caller holds the lock and releases it afterwards. */
    void delete() throws DatasetException {
        clear();
        try {
            deleteLast();
            FolderLock.letGo(path);
        } catch (IOException failure) {
            throw failed("cannot be deleted", failure);
        }
    }

    private void deleteLast() throws IOException {
        for (String name : LAST) {
            Files.deleteIfExists(path.resolve(name));
        }
        Files.deleteIfExists(path);
    }

    /** Allocated bytes of the engine's files. */
    long allocatedBytes() throws IOException {
        return StoreFiles.allocatedBytes(store());
    }

    /**
     * Whether the file system has so little space that an error of a store is likely one of space: engines report it as
     * they met it, LMDB as EIO after a short write, a memory map as a fault.
     */
    boolean full() {
        try {
            return FreeSpace.of(path).usableBytes() < FULL_BYTES;
        } catch (IOException gone) {
            return false; // the error at hand says more
        }
    }

    private Set<String> names() throws DatasetException {
        if (Files.isSymbolicLink(path)) {
            throw foreign();
        }
        if (!Files.isDirectory(path)) {
            throw Reason.FOREIGN.error(path + " is not a directory: move it away or choose another --dir");
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException failure) {
            throw failed("cannot be read", failure);
        }
    }

    /** An error of the file system in one line; one of ours as it is. */
    DatasetException failed(String what, IOException failure) {
        if (failure instanceof DatasetException plain) {
            return plain;
        }
        String remedy = DatasetException.noSpace(failure) ? "free space" : "check who may write there";
        return Reason.FAILED.error(
                path + " " + what + ": " + DatasetException.oneLine(failure) + "; " + remedy
                        + ", or choose another --dir",
                failure);
    }
}
