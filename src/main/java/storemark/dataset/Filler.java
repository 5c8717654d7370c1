package storemark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import storemark.dataset.DatasetException.Reason;
import storemark.dataset.Marker.Sitting;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.Touch;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.machine.FreeSpace;
import storemark.machine.ProcessUsage;
import storemark.machine.StoreFiles;
import storemark.results.Json;
import storemark.workload.LoadOrder;
import storemark.workload.Permutation;

/** Fills one folder, whose lock the caller holds, and leaves a manifest, or a marker that tells how far it came. */
final class Filler {
    /** Records between two looks at the clock; fewer where they are large. */
    private static final int BLOCK_RECORDS = 2048;

    /** Records in a transaction of a load in random order. */
    private static final int TRANSACTION = 1000;

    private static final int BLOCK_BYTES = 1 << 20;

    private final Folder folder;
    private final DatasetSpec spec;
    private final LoadOptions options;
    private final Churn churn;
    private Marker marker;
    private ProgressMeter loading;
    private long loaded;
    private double loadSeconds;
    private double churnSeconds;
    private double settleSeconds;
    private long settleBytes;
    private long heapUsedBytes;
    private long bytesOnDisk;
    private String deviceStore;

    Filler(Folder folder, DatasetSpec spec, LoadOptions options) {
        this.folder = folder;
        this.spec = spec;
        this.options = options;
        churn = new Churn(spec.records(), spec.entries(), spec.turnovers());
    }

    /**
     * Loads, or resumes a load that was interrupted; settles, opens the store again, and writes the manifest.
     *
     * @throws DatasetException with the engine's error as its cause
     */
    Manifest fill() throws DatasetException, Unsupported, Unavailable {
        String version = spec.version();
        try {
            boolean resumes = begin(version);
            load(resumes);
            reopen();
            if (deviceStore != null) {
                new Device(spec.device()).release(deviceStore);
            }
            Manifest manifest = manifest(version);
            Json.write(folder.manifest(), manifest);
            Files.delete(folder.path().resolve(Marker.LOADING));
            return manifest;
        } catch (Unsupported | Unavailable | DatasetException plain) {
            throw plain;
        } catch (Throwable failure) { // an Error too: a mapped file on a full device ends in an InternalError
            throw stopped(failure);
        }
    }

    /** Whether the load resumes with what is there; if not, the folder is ready for a new store. */
    private boolean begin(String version) throws IOException {
        if (folder.state() == Folder.State.UNFINISHED) {
            loaded = Marker.read(folder.path()).map(Marker::done).orElse(0L);
            FreeSpace space = FreeSpace.of(folder.path());
            if (space.exhausted()) { // no store would open, and one that does not open would be taken for one that is
                // lost
                throw new SpaceExhausted(space);
            }
            Resumption left = Resumption.of(folder, spec, options, version);
            if (left.why() == null) {
                loaded = left.records();
                marker = Marker.loading(spec, left.sitting().next()).at(loaded, 0, null);
                marker.write(folder.path(), true);
                options.listener()
                        .note(String.format(
                                Locale.ROOT, "the load of %s was interrupted and resumes at %,d", spec, loaded));
                return true;
            }
            options.listener().note("the load of " + spec + " was interrupted and starts again: " + left.why());
        }
        folder.clear();
        loaded = 0;
        marker = Marker.loading(spec, Sitting.first(version));
        marker.write(folder.path(), true);
        Files.createDirectory(folder.store());
        Path root = folder.path().toAbsolutePath().getParent();
        deviceStore = spec.device() == null ? null : new Device(spec.device()).prepare(root);
        return false;
    }

    private void load(boolean resumes) throws Exception {
        settled(!resumes, store -> {
            loading = meter(Progress.Phase.LOAD, spec.entries(), store);
            loading.startAt(loaded);
            if (!resumes || loaded < spec.entries()) {
                try (Loader loader = loader(store)) {
                    append(loader);
                }
            }
            loadSeconds = marker.sitting().seconds() + loading.secondsOfWork();
            marker.at(loaded, loading.secondsOfWork(), null).write(folder.path(), false);
            loading.report(loaded);
            heapUsedBytes = ProcessUsage.heapAfterCollection();
        });
        if (spec.turnovers() > 0) {
            settled(false, this::age);
        }
    }

    private void age(Store store) throws Exception {
        ProgressMeter churning = meter(Progress.Phase.CHURN, spec.turnovers() * spec.entries(), store);
        try (Session session = store.session()) {
            churn.run(session, replaced -> {
                churning.tick(replaced);
                churning.refuseExhausted();
            });
        }
        churnSeconds = churning.secondsOfWork();
        churning.report(spec.turnovers() * spec.entries());
    }

    private interface Work {
        void on(Store store) throws Exception;
    }

    /** Does some work on the store, lets it settle, and forces it to the device. */
    private void settled(boolean create, Work work) throws Exception {
        Store store = spec.engine().open(spec.storeSpec(folder.store(), create, options.open()));
        ProgressMeter settling;
        ProcessUsage before;
        // On any failure all that is open is closed, and errors of closing are suppressed.
        try (store) {
            work.on(store);
            before = ProcessUsage.now();
            settling = meter(Progress.Phase.SETTLE, spec.entries(), store);
            try (Ticker ticker = Ticker.of(() -> settling.tick(0))) {
                store.settle();
            }
            bytesOnDisk = store.bytesOnDisk();
        }
        StoreFiles.forceTogether(folder.store()); // since not every engine's clean close does
        if (spec.device() != null) {
            StoreFiles.force(spec.device());
        }
        settleSeconds += settling.seconds();
        long written = ProcessUsage.now().since(before).writeBytes();
        settleBytes = written < 0 ? written : settleBytes + written;
        bytesOnDisk = bytesOnDisk >= 0 ? bytesOnDisk : folder.allocatedBytes();
        settling.report(loaded, bytesOnDisk);
    }

    private ProgressMeter meter(Progress.Phase phase, long total, Store store) {
        return new ProgressMeter(phase, total, options.listener(), () -> diskBytes(store), folder.path());
    }

    private Loader loader(Store store) throws Exception {
        return spec.loaded() == LoadOrder.ORDERED
                ? store.loader()
                : Loader.batching(store.session(), Loader.batch(spec.records(), TRANSACTION));
    }

    private void append(Loader loader) throws Exception {
        double recordBytes = spec.records().keyBytes() + spec.records().meanValueBytes();
        Permutation shuffled = spec.loaded() == LoadOrder.ORDERED
                ? null
                : new Permutation(spec.entries(), spec.records().seed());
        int block = (int) Math.max(1, Math.min(BLOCK_RECORDS, BLOCK_BYTES / recordBytes));
        while (loaded < spec.entries()) {
            long end = Math.min(spec.entries(), loaded + block);
            long next = loaded;
            try {
                for (; next < end; next++) {
                    loader.append(churn.first(0) + (shuffled == null ? next : shuffled.at(next)), 0);
                }
            } finally {
                loaded = next;
            }
            if (loading.tick(loaded)) {
                marker.at(loaded, loading.secondsOfWork(), null).write(folder.path(), false);
            }
            loading.refuseExhausted();
        }
    }

    private long diskBytes(Store store) throws Exception {
        long account = store.bytesOnDisk();
        return account >= 0 ? account : folder.allocatedBytes();
    }

    /** A store that was written but does not open, or lacks its ends, is no dataset. */
    private void reopen() throws DatasetException {
        try (Store store = spec.engine().open(spec.storeSpec(folder.store(), false, options.open()));
                Session session = store.session()) {
            for (long id : spec.entries() == 0 ? new long[0] : new long[] {0, spec.entries() - 1}) {
                if (!session.get(id, new DigestSink(Touch.NONE, 0))) {
                    throw new IllegalStateException("id " + id + " is missing");
                }
            }
            if (!spec.engine().traits().isControl()) {
                churn.refuseDeleted(session);
            }
        } catch (Throwable failure) {
            String error = "does not open again: " + DatasetException.oneLine(failure);
            DatasetException unusable = Reason.FAILED.error(
                    "the store of " + spec + " was loaded but " + error + " (data: " + folder.path() + "); load again",
                    failure);
            note(error, unusable);
            throw unusable;
        }
    }

    private Manifest manifest(String version) {
        return new Manifest(
                Manifest.FORMAT,
                spec.identity(),
                spec.engine().name(),
                spec.spec().toString(),
                version,
                spec.spec().inForce(spec.engine().traits()),
                Manifest.Shape.of(spec.records()),
                spec.entries(),
                spec.loaded().name().toLowerCase(Locale.ROOT),
                spec.turnovers(),
                0,
                spec.weakest().label(),
                bytesOnDisk,
                loadSeconds,
                churnSeconds,
                settleSeconds,
                settleBytes,
                heapUsedBytes,
                marker.sitting().interruptions(),
                false,
                Marker.now(),
                deviceStore);
    }

    private DatasetException stopped(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        String error = DatasetException.oneLine(failure);
        boolean resumes = spec.engine().traits().loadSurvives() != Durability.NONE;
        boolean saysSo = failure instanceof SpaceExhausted || DatasetException.noSpace(failure);
        String remedy = (saysSo || !folder.full() ? "" : "the disk is full: ")
                + (saysSo || folder.full() ? "free space or choose another --dir, then " : "")
                + (resumes ? "load again to resume" : "load again to start over");
        DatasetException stopped = Reason.FAILED.error(
                String.format(
                        Locale.ROOT,
                        "load of %s stopped at %,d of %,d entries: %s (data: %s); %s",
                        spec.spec(),
                        loaded,
                        spec.entries(),
                        error,
                        folder.path(),
                        remedy),
                failure);
        note(error, stopped);
        return stopped;
    }

    private void note(String error, DatasetException told) {
        if (marker == null) {
            return; // nothing has begun
        }
        try {
            double seconds = loading == null ? 0 : loading.secondsOfWork();
            marker.at(loaded, seconds, error).write(folder.path(), false);
        } catch (IOException full) {
            told.addSuppressed(full); // the marker written at the start is still there
        }
    }
}
