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
import storemark.dataset.OpenOptions;
import storemark.dataset.Progress;
import storemark.dataset.Scratch;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Traits;
import storemark.machine.DiskUse;
import storemark.machine.FileSync;
import storemark.machine.PageCache;
import storemark.text.Amount;

/**
 * The store of one trial. A run prepares a dataset, or a copy of one, and names its folder in the system property {@code
 * storemark.dataset}; a plain JMH command line finds or makes what it needs below {@code storemark.dir}.
 */
final class OpenedStore implements AutoCloseable {

    /** Opens the store, also for the second time. */
    private interface Opener {
        Opened open() throws Exception;
    }

    /** A store, and what to close for it to be closed. */
    record Opened(Store store, AutoCloseable owner) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            owner.close();
        }
    }

    private final Traits traits;
    private final Target target;
    private final Opener opener;
    private final Scratch scratch;
    private final boolean prepared;
    private Opened now;

    private OpenedStore(Traits traits, Target target, Opener opener, Scratch scratch, boolean prepared)
            throws Exception {
        this.traits = traits;
        this.target = target;
        this.opener = opener;
        this.scratch = scratch;
        this.prepared = prepared;
        now = opener.open();
    }

    /** Where stores are. */
    static Path root() {
        return Path.of(System.getProperty("storemark.dir", "storemark-data"));
    }

    static OpenedStore open(Trial trial, Engine engine, EngineSpec spec) throws Exception {
        Path root = root();
        return switch (trial.workload().needs()) {
            case NEW_STORE -> create(trial, engine, spec, root);
            case DATASET, COPY -> openDataset(trial, engine, spec, root);
        };
    }

    private static OpenedStore create(Trial trial, Engine engine, EngineSpec spec, Path root) throws Exception {
        Scratch.sweep(root);
        Scratch scratch = Scratch.create(root, "insert");
        StoreSpec asked = newStore(trial, engine, spec, scratch, trial.entries(), DatasetSpec.deviceOf(spec, device()));
        Opener opener = () -> open(engine, asked, root);
        OpenedStore opened = null;
        try {
            opened = new OpenedStore(engine.traits(), asked.target(), opener, scratch, false);
            return opened;
        } finally {
            if (opened == null) {
                scratch.close();
            }
        }
    }

    /**
     * Opens a new store, which is no dataset and not the measured one.
     *
     * @param onDevice whether it may take the place of what a device holds
     */
    static Opened openNew(Trial trial, Engine engine, EngineSpec spec, Scratch scratch, long entries, boolean onDevice)
            throws Exception {
        Path device = onDevice ? DatasetSpec.deviceOf(spec, device()) : null;
        return open(engine, newStore(trial, engine, spec, scratch, entries, device), root());
    }

    private static StoreSpec newStore(
            Trial trial, Engine engine, EngineSpec spec, Scratch scratch, long entries, Path device) {
        return new StoreSpec(
                new Target(scratch.path(), device, spec.direct()),
                trial.durability(),
                trial.records(),
                entries,
                trial.cacheBytes(),
                trial.threads(),
                true,
                spec.profiles(engine.traits()),
                spec.settings(engine.traits()));
    }

    /** The device that a run, or a plain JMH command line, names; null when there is none. */
    private static Path device() {
        String named = System.getProperty("storemark.device");
        return named == null ? null : Path.of(named);
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

    private static OpenedStore openDataset(Trial trial, Engine engine, EngineSpec spec, Path root) throws Exception {
        DatasetSpec wanted = DatasetSpec.of(engine, spec, trial.records(), trial.entries(), device());
        String named = System.getProperty("storemark.dataset");
        Scratch scratch = null;
        Dataset dataset;
        if (named != null) {
            dataset = Dataset.at(Path.of(named), wanted);
        } else {
            Scratch.sweep(root); // a run does so itself
            LoadOptions load = new LoadOptions(trial.cacheBytes(), trial.threads(), Progress.Listener.NONE);
            dataset = new Datasets(root).load(wanted, load, false);
            if (trial.workload().writes() && wanted.device() != null) {
                dataset.giveAway();
            } else if (trial.workload().writes()) {
                scratch = Scratch.create(root, trial.workload().label());
                dataset = dataset.copyTo(scratch.path().resolve("copy"), Progress.Listener.NONE);
            }
        }
        Dataset found = dataset;
        OpenOptions options =
                new OpenOptions(trial.durability(), trial.cacheBytes(), trial.threads(), trial.maxEntries());
        Opener opener = () -> {
            OpenDataset open = found.open(options);
            if (trial.workload().writes()) {
                open.allowRevisions(Trial.REVISIONS);
            }
            return new Opened(open.store(), open);
        };
        Target target = new Target(found.folder(), wanted.device(), spec.direct());
        return new OpenedStore(engine.traits(), target, opener, scratch, named != null);
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
            throw new IllegalStateException(
                    "it cannot be seen whether the store has left the page cache, so that no step"
                            + " is known to begin cold: run as a user who may read its files, or the device");
        }
        if (stayed > PageCache.negligibleBytes(places)) {
            throw new IllegalStateException(Amount.ofBytes(stayed)
                    + " of the store stay in the page cache, so that no step can begin cold: another process has the files"
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

    Traits traits() {
        return traits;
    }

    /** Whether a run prepared this store, and keeps it after the trial. */
    boolean wasPrepared() {
        return prepared;
    }

    /** The engine's own account, or the allocated blocks of its files. */
    long bytesOnDisk() throws Exception {
        long own = now.store().bytesOnDisk();
        return own >= 0 ? own : DiskUse.allocatedBytes(target.directory());
    }

    /** Waits until the device has all of the store: what one engine leaves to the system, another has waited for to settle. */
    void force() throws IOException {
        if (target.device() == null) {
            FileSync.force(target.directory());
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
