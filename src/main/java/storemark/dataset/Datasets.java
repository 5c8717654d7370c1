package storemark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.machine.StoreFiles;

/**
 * The datasets below one directory, a folder each. Safe to share between threads and processes: a dataset
 * is locked while it is made, opened, copied or removed.
 *
 * @param root the directory that holds the datasets; made when the first one is
 */
public record Datasets(Path root) {
    /** Where the dataset of {@code spec} is, or will be. */
    public Path folder(DatasetSpec spec) {
        return root.resolve(spec.folderName());
    }

    /**
     * Looks for a dataset that can be used as it is.
     *
     * @return empty when there is none and its place is free, as it is when the device has been given to another store since
     * @throws DatasetException when its place is taken by something else: foreign, unfinished, being made, damaged, or of
     *     another version
     */
    public Optional<Dataset> find(DatasetSpec spec) throws DatasetException {
        Folder folder = new Folder(folder(spec));
        return switch (folder.state()) {
            case ABSENT -> Optional.empty();
            case COMPLETE, UNFINISHED -> {
                Dataset dataset = Dataset.read(folder, spec);
                if (dataset.manifest().written()) {
                    throw Reason.WRITTEN.error(
                            folder.path() + " was modified by a workload: load it again, or verify it with --folder");
                }
                yield dataset.isOnItsDevice() ? Optional.of(dataset) : Optional.empty();
            }
            case FOREIGN -> throw folder.foreign();
        };
    }

    /**
     * Whether {@link #find} finds one. What has been begun, or written to, is for {@link #load} to deal with.
     *
     * @throws DatasetException when its place is taken by something else
     */
    public boolean isLoaded(DatasetSpec spec) throws DatasetException {
        try {
            return find(spec).isPresent();
        } catch (DatasetException taken) {
            if (taken.reason() == Reason.UNFINISHED || taken.reason() == Reason.WRITTEN) {
                return false;
            }
            throw taken;
        }
    }

    /**
     * Makes a dataset, or returns the one that {@link #find} finds. A load that fails leaves its folder, which says that
     * it is unfinished and takes no part in anything until it is loaded again or removed. A load that was interrupted
     * resumes where {@link storemark.engine.Traits#loadSurvives} allows, else it starts again; the listener gets a note.
     *
     * @param force whether to delete a dataset in this place, finished or not, and load it again; what is not a dataset
     *     is never deleted
     * @throws DatasetException when its place is taken, or the engine failed, whose error is the cause
     * @throws Unsupported when the engine cannot hold such a dataset
     * @throws Unavailable when the engine cannot run here
     */
    public Dataset load(DatasetSpec spec, LoadOptions options, boolean force)
            throws DatasetException, Unsupported, Unavailable {
        Folder folder = new Folder(folder(spec));
        spec.engine().check(spec.storeSpec(folder.store(), true, options.open()));
        Optional<Dataset> there = force ? Optional.empty() : finished(folder, spec);
        if (there.isPresent() && there.get().isUsable()) {
            return there.get();
        }
        folder.refuseForeign(); // before anything is said of the device
        if (spec.device() != null) {
            new Device(spec.device()).check(null, root);
        }
        try (FolderLock lock = folder.createAndLock()) {
            there = force ? Optional.empty() : finished(folder, spec); // another process may have made it since
            if (there.isPresent() && there.get().isUsable()) {
                return there.get();
            }
            if (there.isPresent() && there.get().manifest().written()) {
                options.listener().note("a workload has modified " + spec + ": loading again");
            }
            if (force || there.isPresent()) {
                folder.clear();
            }
            return fill(folder, spec, options);
        }
    }

    private static Optional<Dataset> finished(Folder folder, DatasetSpec spec) throws DatasetException {
        return folder.state() == Folder.State.COMPLETE ? Optional.of(Dataset.read(folder, spec)) : Optional.empty();
    }

    private static Dataset fill(Folder folder, DatasetSpec spec, LoadOptions options)
            throws DatasetException, Unsupported, Unavailable {
        boolean begun = folder.state() == Folder.State.UNFINISHED;
        try {
            return new Dataset(folder, spec, new Filler(folder, spec, options).fill());
        } catch (Unsupported | Unavailable refused) {
            if (!begun) {
                folder.delete(); // nothing was loaded, so nothing is unfinished
            }
            throw refused;
        }
    }

    /** Allocated bytes of what is in the place of {@code spec}, finished or not; 0 where there is nothing. */
    public long bytesInPlaceOf(DatasetSpec spec) {
        Path store = new Folder(folder(spec)).store();
        try {
            return Files.isDirectory(store) ? StoreFiles.allocatedBytes(store) : 0;
        } catch (IOException unreadable) {
            return 0; // then the whole is asked for, which is on the safe side
        }
    }

    /**
     * What is below the root, in order of names; folders that are not ours are left out. One that is damaged is listed with
     * what is wrong with it.
     *
     * @throws DatasetException when the directory cannot be read
     */
    public List<DatasetSummary> list() throws DatasetException {
        return content()
                .filter(Ownership::proves)
                .flatMap(path -> DatasetSummary.of(new Folder(path)).stream())
                .toList();
    }

    /**
     * Folders, and links to folders, that have the name or a file of a dataset and are not proved to be ours. Nothing reads,
     * writes or deletes them.
     */
    public List<Path> foreignFolders() throws DatasetException {
        return content()
                .filter(path -> Files.isDirectory(path) && !Ownership.proves(path))
                .filter(path -> Scratch.isNamedSo(path)
                        || Stream.of(Manifest.NAME, Marker.LOADING, Marker.COPY)
                                .anyMatch(name -> Files.exists(path.resolve(name), LinkOption.NOFOLLOW_LINKS)))
                .toList();
    }

    /**
     * Deletes the scratch folders and copies of ended processes. A process holds a lock in each that it needs.
     *
     * @throws IOException when one cannot be deleted
     */
    public void sweep() throws IOException {
        for (Path path : content().filter(Ownership::proves).toList()) {
            Folder folder = new Folder(path);
            if (Scratch.isNamedSo(path)) {
                if (!FolderLock.isHeld(path, FolderLock.NAME)) {
                    StoreFiles.deleteTree(path);
                }
            } else if (folder.isCopy()
                    && folder.state() != Folder.State.FOREIGN
                    && !FolderLock.isHeld(path, FolderLock.KEEP)
                    && !FolderLock.isHeld(path, FolderLock.NAME)) {
                folder.remove();
            }
        }
    }

    private Stream<Path> content() throws DatasetException {
        if (!Files.isDirectory(root)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(root)) {
            return files.sorted().toList().stream();
        } catch (IOException failure) {
            throw new Folder(root).failed("cannot be read", failure);
        }
    }

    /** The folder of the finished dataset whose store is on {@code device}; empty when that holds none of these. */
    public Optional<Path> on(Device device) throws DatasetException {
        for (DatasetSummary listed : list()) {
            Manifest manifest = listed.manifest();
            if (manifest != null && manifest.deviceStore() != null && device.holds(manifest.deviceStore())) {
                return Optional.of(listed.folder());
            }
        }
        return Optional.empty();
    }

    /**
     * Deletes a dataset, finished or not, or a copy.
     *
     * @param name its folder's name, as {@link #list} gives it
     * @throws DatasetException when there is none, when it is in use, or when its folder holds anything that is not ours
     */
    public void remove(String name) throws DatasetException {
        Path path = root.resolve(name).toAbsolutePath().normalize();
        if (!root.toAbsolutePath().normalize().equals(path.getParent())) {
            throw Reason.FOREIGN.error("'" + name + "' is not the name of a dataset below " + root);
        }
        Folder folder = new Folder(path);
        if (folder.state() == Folder.State.ABSENT && !Ownership.proves(path)) {
            throw Reason.FOREIGN.error("there is no dataset '" + name + "' below " + root);
        }
        folder.remove();
    }
}
