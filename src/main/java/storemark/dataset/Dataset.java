package storemark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.Capability;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.results.Json;

/** A finished dataset on disk, not open. Immutable, except that {@link #allowRevisions} is seen by later readers. */
public final class Dataset {
    private final Folder folder;
    private final DatasetSpec spec;
    private volatile Manifest manifest;

    Dataset(Folder folder, DatasetSpec spec, Manifest manifest) {
        this.folder = folder;
        this.spec = spec;
        this.manifest = manifest;
    }

    /**
     * The dataset, or the copy of one, in a folder that is known to hold it.
     *
     * @throws DatasetException when the folder holds none, or not that of {@code spec}, or an unfinished one
     */
    public static Dataset at(Path path, DatasetSpec spec) throws DatasetException {
        Folder folder = new Folder(path);
        return switch (folder.state()) {
            case ABSENT -> throw Reason.DAMAGED.error(path + " holds no dataset: load it first (" + spec + ")");
            case FOREIGN -> throw folder.foreign();
            case COMPLETE, UNFINISHED -> read(folder, spec);
        };
    }

    /**
     * What the folder of a finished dataset, or of a copy, says of itself.
     *
     * @throws DatasetException when it holds none, or what it says cannot be read
     */
    public static Manifest manifestAt(Path path) throws DatasetException {
        if (new Folder(path).state() != Folder.State.COMPLETE) {
            throw Reason.DAMAGED.error(path + " holds no finished dataset: see 'datasets list'");
        }
        return Manifest.read(path);
    }

    static Dataset read(Folder folder, DatasetSpec spec) throws DatasetException {
        if (folder.state() == Folder.State.UNFINISHED) {
            FolderLock.take(folder.path()).close(); // refuses one that somebody uses
            throw Reason.UNFINISHED.error(
                    folder.path() + " is unfinished (" + folder.describe() + "): use load with the same options");
        }
        Manifest manifest = Manifest.read(folder.path());
        if (!manifest.identity().equals(spec.identity())) {
            throw Reason.FOREIGN.error(folder.path() + " holds another dataset (" + manifest.identity()
                    + "): move it away or choose another --dir");
        }
        if (!Files.isDirectory(folder.store())) {
            throw Reason.DAMAGED.error(
                    folder.path() + " has a manifest but no store: load with --force to make the dataset again");
        }
        return new Dataset(folder, spec, manifest);
    }

    public Path folder() {
        return folder.path();
    }

    /** The folder of the store alone: who opens and closes a file beside it ends a lock that this process holds there. */
    public Path store() {
        return folder.store();
    }

    public DatasetSpec spec() {
        return spec;
    }

    public Manifest manifest() {
        return manifest;
    }

    /** Whether the device, where there is one, still holds this dataset's store, and not another one that came after it. */
    public boolean isOnItsDevice() throws DatasetException {
        return spec.device() == null || new Device(spec.device()).holds(manifest.deviceStore());
    }

    /** Whether it is as it was loaded, and where it was loaded. */
    boolean isUsable() throws DatasetException {
        return !manifest.written() && isOnItsDevice();
    }

    /** What to tell the user when another version of the library wrote this store than would open it now. */
    public Optional<String> versionNote() throws Unavailable {
        String now = spec.version();
        return now.equals(manifest.engineVersion())
                ? Optional.empty()
                : Optional.of(folder.path() + " was written by " + manifest.engineVersion() + " and is read by " + now);
    }

    /**
     * Opens the store and keeps every other user of this folder out until it is closed again.
     *
     * @throws DatasetException when the folder is in use, or the engine failed, whose error is the cause
     * @throws Unsupported when the engine cannot keep what {@code options} ask for
     * @throws Unavailable when the engine cannot run here
     */
    public OpenDataset open(OpenOptions options) throws DatasetException, Unsupported, Unavailable {
        return open(spec.storeSpec(folder.store(), false, options));
    }

    /** An engine that generates values, in place of storing them, generates other values than the expected ones. */
    private OpenDataset openToVerify(OpenOptions options) throws DatasetException, Unsupported, Unavailable {
        return open(spec.withForeignValues().storeSpec(folder.store(), false, options));
    }

    private OpenDataset open(StoreSpec asked) throws DatasetException, Unsupported, Unavailable {
        spec.engine().check(asked);
        Optional<String> note = versionNote();
        FolderLock lock = FolderLock.take(folder.path());
        Store store = null;
        try {
            acquireDevice();
            store = spec.engine().open(asked);
            return new OpenDataset(this, store, lock);
        } catch (Unsupported | Unavailable | DatasetException refused) {
            throw refused;
        } catch (Throwable failure) {
            Reason reason = note.isPresent() ? Reason.VERSION : Reason.FAILED;
            throw reason.error(
                    "the store of " + spec + " does not open: " + DatasetException.oneLine(failure) + " (data: "
                            + folder.path() + note.map(text -> "; " + text).orElse("")
                            + "); if that does not pass, load with --force to make the dataset again",
                    failure);
        } finally {
            if (store == null) {
                lock.close();
            }
        }
    }

    /** An engine that opens a device which holds something else may write to it. */
    private void acquireDevice() throws DatasetException {
        if (spec.device() != null && !new Device(spec.device()).acquire(manifest.deviceStore())) {
            throw Reason.DEVICE.error(
                    spec.device() + " does not hold the store of " + spec + " any more: load it again");
        }
    }

    /** Called under the folder's lock, when the store is closed. */
    void releaseDevice() throws DatasetException {
        if (spec.device() != null) {
            new Device(spec.device()).release(manifest.deviceStore());
        }
    }

    /**
     * Reads the whole store and compares it with what the records must be, in as many threads as {@code options} say, or in
     * one where the engine allows one session only.
     *
     * @throws DatasetException when the store does not open or close; what is wrong inside is in the result
     */
    public Verification verify(OpenOptions options, Progress.Listener listener)
            throws DatasetException, Unsupported, Unavailable {
        int threads = options.threads();
        OpenDataset open;
        try {
            open = openToVerify(options);
        } catch (Unsupported refused) {
            threads = 1;
            open = openToVerify(OpenOptions.of(options.cacheBytes(), threads));
        }
        Verification found = null;
        try (OpenDataset closing = open) {
            Verifier verifier = new Verifier(spec.records(), spec.entries(), manifest.maxRevision());
            boolean ordered = spec.engine().traits().can(Capability.SCAN);
            ProgressMeter meter = new ProgressMeter(
                    Progress.Phase.VERIFY, spec.entries(), listener, folder::allocatedBytes, folder.path());
            found = verifier.verify(closing.store(), ordered, threads, meter);
        } catch (DatasetException notClosed) {
            if (found == null || found.sound()) {
                throw notClosed;
            } // else what is wrong inside is why, and says more
        }
        return found;
    }

    /**
     * Makes a dataset of its own out of this one, for a workload that writes: by sharing blocks where the file system can
     * (reflink), else byte by byte, holes left out. A copy lasts until it is removed; a copy that was in this place before
     * is replaced.
     *
     * @param target a folder that is not there, is empty, or holds a copy
     * @throws DatasetException when {@code target} holds anything else, when one of both is in use, or when it fails, in
     *     which case nothing is left of it
     * @throws Unsupported when the dataset is on a block device
     * @throws InterruptedException when this thread was interrupted; nothing is left of the copy
     */
    public Dataset copyTo(Path target, Progress.Listener listener)
            throws DatasetException, Unsupported, InterruptedException {
        if (spec.device() != null) {
            throw new Unsupported("copy of a dataset on a block device: its data are not in files");
        }
        Folder copy = new Folder(target);
        try (FolderLock lock = FolderLock.take(folder.path())) {
            new FolderCopy(folder, copy, spec).copy(manifest, listener);
        }
        return new Dataset(copy, spec, manifest);
    }

    /**
     * Marks the dataset as modified, before a workload writes to it: it is no longer found, and is loaded again on next use.
     *
     * @throws DatasetException when it is in use, or its manifest cannot be written
     */
    public void markModified() throws DatasetException {
        try (FolderLock lock = FolderLock.take(folder.path())) {
            write(manifest.asWritten());
        }
    }

    /** Called under the folder's lock. */
    void allowRevisions(int revision) throws DatasetException {
        if (revision > manifest.maxRevision()) {
            write(manifest.withMaxRevision(revision));
        }
    }

    private void write(Manifest changed) throws DatasetException {
        try {
            Json.write(folder.manifest(), changed);
        } catch (IOException failure) {
            throw folder.failed("cannot be written", failure);
        }
        manifest = changed;
    }
}
