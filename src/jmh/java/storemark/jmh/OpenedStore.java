package storemark.jmh;

import java.nio.file.Path;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.LoadOptions;
import storemark.dataset.OpenDataset;
import storemark.dataset.OpenOptions;
import storemark.dataset.Progress;
import storemark.dataset.Scratch;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Traits;
import storemark.machine.DiskUse;

/**
 * The store of one trial. A run prepares a dataset, or a copy of one, and names its folder in the system property {@code
 * storemark.dataset}; a plain JMH command line finds or makes what it needs below {@code storemark.dir}.
 */
final class OpenedStore implements AutoCloseable {
    private static final long WARM_UP_NANOS = 1_000_000_000L;

    private final Traits traits;
    private final Store store;
    private final Path folder;
    private final AutoCloseable owner;
    private final Scratch scratch;
    private final boolean prepared;

    private OpenedStore(
            Traits traits, Store store, Path folder, AutoCloseable owner, Scratch scratch, boolean prepared) {
        this.traits = traits;
        this.store = store;
        this.folder = folder;
        this.owner = owner;
        this.scratch = scratch;
        this.prepared = prepared;
    }

    static OpenedStore open(Trial trial, Engine engine, EngineSpec spec) throws Exception {
        Path root = Path.of(System.getProperty("storemark.dir", "storemark-data"));
        return switch (trial.workload().needs()) {
            case NEW_STORE -> create(trial, engine, spec, root);
            case DATASET, COPY -> openDataset(trial, engine, spec, root);
        };
    }

    private static OpenedStore create(Trial trial, Engine engine, EngineSpec spec, Path root) throws Exception {
        warmUp(trial, engine, spec, root);
        Scratch scratch = Scratch.create(root, "insert");
        StoreSpec asked = newStore(trial, engine, spec, scratch);
        Store store = null;
        try {
            engine.traits().check(asked);
            store = engine.open(asked);
            return new OpenedStore(engine.traits(), store, scratch.path(), store, scratch, false);
        } finally {
            if (store == null) {
                scratch.close();
            }
        }
    }

    private static StoreSpec newStore(Trial trial, Engine engine, EngineSpec spec, Scratch scratch) {
        return new StoreSpec(
                Target.directory(scratch.path()),
                trial.durability(),
                trial.records(),
                trial.entries(),
                trial.cacheBytes(),
                trial.threads(),
                true,
                spec.profiles(engine.traits()),
                spec.settings(engine.traits()));
    }

    /**
     * Puts records into a store that is thrown away, for a second at the most. Inserts have no warm-up of JMH's, because it
     * would fill the measured store; without this the curve would begin with the compilation of the engine's code.
     */
    private static void warmUp(Trial trial, Engine engine, EngineSpec spec, Path root) throws Exception {
        long deadline = System.nanoTime() + WARM_UP_NANOS;
        try (Scratch scratch = Scratch.create(root, "warm-up");
                Store store = engine.open(newStore(trial, engine, spec, scratch));
                Session session = store.session()) {
            for (long id = 0; id < trial.entries() && System.nanoTime() < deadline; id += trial.batch()) {
                session.begin(true);
                for (long put = id; put < Math.min(trial.entries(), id + trial.batch()); put++) {
                    session.put(put, 0);
                }
                session.commit();
            }
        }
    }

    private static OpenedStore openDataset(Trial trial, Engine engine, EngineSpec spec, Path root) throws Exception {
        DatasetSpec wanted = DatasetSpec.files(engine, spec, trial.records(), trial.entries());
        String named = System.getProperty("storemark.dataset");
        Scratch scratch = null;
        Dataset dataset;
        if (named != null) {
            dataset = Dataset.at(Path.of(named), wanted);
        } else {
            LoadOptions load = new LoadOptions(trial.cacheBytes(), trial.threads(), Progress.Listener.NONE);
            dataset = new Datasets(root).load(wanted, load, false);
            if (trial.workload().writes()) {
                scratch = Scratch.create(root, trial.workload().label());
                dataset = dataset.copyTo(scratch.path().resolve("copy"), Progress.Listener.NONE);
            }
        }
        OpenDataset open =
                dataset.open(new OpenOptions(trial.durability(), trial.cacheBytes(), trial.threads(), trial.entries()));
        if (trial.workload().writes()) {
            open.allowRevisions(Trial.REVISIONS);
        }
        return new OpenedStore(engine.traits(), open.store(), dataset.folder(), open, scratch, named != null);
    }

    Store store() {
        return store;
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
        long own = store.bytesOnDisk();
        return own >= 0 ? own : DiskUse.allocatedBytes(folder);
    }

    @Override
    public void close() throws Exception {
        try {
            owner.close();
        } finally {
            if (scratch != null) {
                scratch.close();
            }
        }
    }
}
