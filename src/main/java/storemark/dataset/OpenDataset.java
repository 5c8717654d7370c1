package storemark.dataset;

import storemark.dataset.DatasetException.Reason;
import storemark.engine.Store;

/**
 * A dataset whose store is open and whose folder is locked until {@link #close()}, which is called once.
 *
 * @param store the open store; closed by this object alone
 * @param lock of the dataset's folder
 */
public record OpenDataset(Dataset dataset, Store store, FolderLock lock) implements AutoCloseable {
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
            throw Reason.FAILED.error(
                    "the store of " + dataset.spec() + " does not close: " + DatasetException.oneLine(failure)
                            + " (data: " + dataset.folder() + "); verify it before it is used again",
                    failure);
        }
    }
}
