package storemark.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.Device;
import storemark.dataset.LoadOptions;
import storemark.dataset.OpenDataset;
import storemark.dataset.Progress;
import storemark.dataset.Scratch;
import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.machine.PageCache;
import storemark.machine.StoreFiles;
import storemark.text.Amount;
import storemark.workload.Workload;

/**
 * The store of one trial. A run prepares a dataset, or a copy of one, and names its folder in the fork's plan; a plain JMH
 * command line finds or makes what it needs.
 */
final class OpenedStore implements AutoCloseable {

    /** Opens the store, also for the second time. */
    private interface Opener {
        Opened open() throws Exception;
    }

    /** A store, and the object that closes it. */
    record Opened(Store store, AutoCloseable owner) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            owner.close();
        }
    }

    private final Target target;
    private final Opener opener;
    private final Scratch scratch;
    private Opened now;

    private OpenedStore(Target target, Opener opener, Scratch scratch) throws Exception {
        this.target = target;
        this.opener = opener;
        this.scratch = scratch;
        now = opener.open();
    }

    static OpenedStore open(TrialPlan plan) throws Exception {
        return plan.workload().needs() == Workload.Needs.NEW_STORE ? create(plan) : openDataset(plan);
    }

    private static OpenedStore create(TrialPlan plan) throws Exception {
        new Datasets(plan.root()).sweep();
        Scratch scratch = Scratch.create(plan.root(), "insert");
        StoreSpec asked = plan.dataset(plan.entries()).storeSpec(scratch.path(), true, plan.opening());
        Opener opener = () -> open(plan.engine(), asked, plan.root());
        OpenedStore opened = null;
        try {
            opened = new OpenedStore(asked.target(), opener, scratch);
            return opened;
        } finally {
            if (opened == null) {
                scratch.close();
            }
        }
    }

    /**
     * Opens a new store, which is no dataset and not the measured one: on files, where a device holds the dataset of the trial, which
     * must stay.
     */
    static Opened openNew(TrialPlan plan, Scratch scratch, long entries) throws Exception {
        DatasetSpec store = plan.dataset(entries);
        DatasetSpec placed = plan.workload().needs() == Workload.Needs.NEW_STORE ? store : store.onFiles();
        return open(plan.engine(), placed.storeSpec(scratch.path(), true, plan.opening()), plan.root());
    }

    /** Opens a new store; on a device, in place of whatever store was there. */
    private static Opened open(Engine engine, StoreSpec asked, Path root) throws Exception {
        engine.check(asked);
        if (asked.target().device() == null) {
            Store store = engine.open(asked);
            return new Opened(store, store);
        }
        Device device = new Device(asked.target().device());
        String id = device.prepare(root);
        Store store = engine.open(asked);
        return new Opened(store, () -> {
            store.close();
            device.release(id);
        });
    }

    private static OpenedStore openDataset(TrialPlan plan) throws Exception {
        DatasetSpec wanted = plan.dataset(plan.entries());
        Path named = plan.fork().dataset();
        boolean writes = plan.workload().writes();
        Scratch scratch = null;
        Dataset dataset;
        if (named != null) {
            dataset = Dataset.at(named, wanted);
        } else {
            Path root = plan.root();
            new Datasets(root).sweep(); // a run does so itself
            LoadOptions load = new LoadOptions(plan.opening().cacheBytes(), plan.threads(), Progress.Listener.NONE);
            dataset = new Datasets(root).load(wanted, load, false);
            if (writes && wanted.device() != null) {
                dataset.markModified();
            } else if (writes) {
                scratch = Scratch.create(root, plan.workload().label());
                dataset = dataset.copyTo(scratch.path().resolve("copy"), Progress.Listener.NONE);
            }
        }
        Dataset found = dataset;
        Opener opener = () -> {
            OpenDataset open = found.open(plan.opening());
            if (writes) {
                open.allowRevisions(TrialPlan.REVISIONS);
            }
            return new Opened(open.store(), open);
        };
        Target target = new Target(found.store(), wanted.device(), wanted.directIo());
        return new OpenedStore(target, opener, scratch);
    }

    Store store() {
        return now.store();
    }

    /**
     * Empties the caches: the engine's own by closing the store and opening it again, the kernel's by evicting the files in
     * between. No session may be open.
     *
     * @throws IllegalStateException when pages stay, because they are mapped elsewhere
     */
    void chill() throws Exception {
        closeNow();
        System.gc(); // a file stays mapped as long as the buffers over it are there
        List<Path> places = target.places();
        PageCache.evict(places);
        long stayed = PageCache.residentBytes(places);
        if (stayed < 0) {
            throw new IllegalStateException("cannot check whether the store has left the page cache, so no increment"
                    + " is known to begin cold: run as a user who may read its files, or the device");
        }
        if (stayed > PageCache.negligibleBytes(places)) {
            throw new IllegalStateException(Amount.ofBytes(stayed)
                    + " of the store stay in the page cache, so that no increment can begin cold: another process has the files"
                    + " mapped; end it");
        }
        now = opener.open();
    }

    /** Once, whatever happens while it is closed or opened again. */
    private void closeNow() throws Exception {
        Opened last = now;
        now = null;
        if (last != null) {
            last.close();
        }
    }

    /** The engine's own account, or the allocated blocks of its files. */
    long bytesOnDisk() throws Exception {
        long own = now.store().bytesOnDisk();
        return own >= 0 ? own : StoreFiles.allocatedBytes(target.directory());
    }

    /** Waits until the device has all of the store: some engines wait for that when they settle, others leave it to the system. */
    void force() throws IOException {
        if (target.device() == null) {
            StoreFiles.force(target.directory());
        }
    }

    @Override
    public void close() throws Exception {
        try {
            closeNow();
        } finally {
            if (scratch != null) {
                scratch.close();
            }
        }
    }
}
