package storemark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.StoreSpec;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;

/**
 * The datasets below one directory, a folder each. Safe to share between threads and processes: whoever makes, opens,
 * copies or removes a dataset holds its lock.
 */
public final class Datasets {
    private final Path root;

    /** @param root the directory that holds the datasets; made when the first one is */
    public Datasets(Path root) {
        this.root = root;
    }

    public Path root() {
        return root;
    }

    /** Where the dataset of {@code spec} is, or will be. */
    public Path folder(DatasetSpec spec) {
        return root.resolve(spec.folderName());
    }

    /**
     * Looks for a dataset that can be used as it is.
     *
     * @return empty when there is none and its place is free
     * @throws DatasetException when its place is taken by something else: foreign, unfinished, being made, damaged, or of
     *     another version
     */
    public Optional<Dataset> find(DatasetSpec spec) throws DatasetException {
        return find(new Folder(folder(spec)), spec, false);
    }

    private static Optional<Dataset> find(Folder folder, DatasetSpec spec, boolean locked) throws DatasetException {
        return switch (folder.state()) {
            case ABSENT -> Optional.empty();
            case COMPLETE, UNFINISHED -> Optional.of(Dataset.read(folder, spec, locked));
            case FOREIGN -> throw folder.foreign();
        };
    }

    /**
     * Makes a dataset, or returns the one that {@link #find} finds. A load that fails leaves its folder, which says that
     * it is unfinished and takes no part in anything until it is loaded again with {@code force} or removed.
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
        StoreSpec store = spec.storeSpec(folder.store(), true, options.open());
        spec.engine().traits().check(store);
        if (!force) {
            Optional<Dataset> there = find(spec);
            if (there.isPresent()) {
                return there.get();
            }
        }
        folder.refuseForeign();
        folder.create();
        try (FolderLock lock = FolderLock.take(folder.path())) {
            if (force) {
                folder.clear();
            }
            // Another process may have made it since.
            Optional<Dataset> there = find(folder, spec, true);
            return there.isPresent() ? there.get() : fill(folder, spec, options);
        }
    }

    private static Dataset fill(Folder folder, DatasetSpec spec, LoadOptions options)
            throws DatasetException, Unsupported, Unavailable {
        try {
            return new Dataset(folder, spec, new Filler(folder, spec, options).fill());
        } catch (Unsupported | Unavailable refused) {
            folder.delete(); // nothing was loaded, so nothing is unfinished
            throw refused;
        }
    }

    /**
     * What is below the root, in order of names; folders that are not ours are left out.
     *
     * @throws DatasetException when the directory cannot be read
     */
    public List<Listed> list() throws DatasetException {
        List<Listed> listed = new ArrayList<>();
        if (Files.isDirectory(root)) {
            try (Stream<Path> folders = Files.list(root)) {
                for (Path path : folders.filter(Files::isDirectory).sorted().toList()) {
                    Listed.of(new Folder(path)).ifPresent(listed::add);
                }
            } catch (IOException failure) {
                throw new Folder(root).failed("cannot be read", failure);
            }
        }
        return listed;
    }

    /**
     * Deletes a dataset, finished or not, or a copy.
     *
     * @param name its folder's name, as {@link #list} gives it
     * @throws DatasetException when there is none, when it is in use, or when its folder holds anything that is not ours
     */
    public void remove(String name) throws DatasetException {
        Path path = root.resolve(name).normalize();
        if (!root.normalize().equals(path.getParent())) {
            throw new DatasetException(Reason.FOREIGN, "'" + name + "' is not the name of a dataset below " + root);
        }
        Folder folder = new Folder(path);
        if (folder.state() == Folder.State.ABSENT && !Files.exists(path.resolve(FolderLock.NAME))) {
            throw new DatasetException(Reason.FOREIGN, "there is no dataset '" + name + "' below " + root);
        }
        folder.remove();
    }
}
