package storemark.dataset;

import storemark.dataset.DatasetException.Reason;
import storemark.engine.Store;

/** A dataset whose store is open and whose folder is locked until {@link #close()}, which is called once. */
public final class OpenDataset implements AutoCloseable {
    private final Dataset dataset;
    private final Store store;
    private final FolderLock lock;

    OpenDataset(Dataset dataset, Store store, FolderLock lock) {
        this.dataset = dataset;
        this.store = store;
        this.lock = lock;
    }

    public Dataset dataset() {
        return dataset;
    }

    /** The open store; closed by this object alone. */
    public Store store() {
        return store;
    }

    /**
     * Says, before the first write, that values will be overwritten with revisions up to {@code revision}, so that a later
     * verification takes them as right. It is kept in the manifest; the highest revision ever named counts.
     */
    public void allowRevisions(int revision) throws DatasetException {
        dataset.allowRevisions(revision);
    }

    /**
     * Closes the store and lets others use the folder.
     *
     * @throws DatasetException with the engine's error as its cause; the folder is free all the same
     */
    @Override
    public void close() throws DatasetException {
        try (lock) {
            store.close();
            dataset.releaseDevice();
        } catch (DatasetException plain) {
            throw plain;
        } catch (Exception failure) {
            throw new DatasetException(
                    Reason.FAILED,
                    "the store of " + dataset.spec() + " does not close: " + DatasetException.oneLine(failure)
                            + " (data: " + dataset.folder() + "); verify it before it is used again",
                    failure);
        }
    }
}
