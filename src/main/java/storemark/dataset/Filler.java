package storemark.dataset;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Locale;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.results.Json;

/** Fills one empty folder, whose lock the caller holds, and leaves a manifest, or a marker that tells how far it came. */
final class Filler {
    /** Records between two looks at the clock; fewer where they are large. */
    private static final int BLOCK_RECORDS = 2048;

    private static final int BLOCK_BYTES = 1 << 20;

    private final Folder folder;
    private final DatasetSpec spec;
    private final LoadOptions options;
    private final Marker marker;
    private long loaded;
    private double loadSeconds;
    private double settleSeconds;
    private long bytesOnDisk;

    Filler(Folder folder, DatasetSpec spec, LoadOptions options) {
        this.folder = folder;
        this.spec = spec;
        this.options = options;
        marker = Marker.loading(spec);
    }

    /**
     * Loads, settles, opens the store again, and writes the manifest.
     *
     * @throws DatasetException whatever the engine threw, as its cause
     */
    Manifest fill() throws DatasetException, Unsupported, Unavailable {
        String version = spec.engine().version();
        try {
            marker.write(folder.path(), true);
            Files.createDirectory(folder.store());
            load();
            reopen();
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

    private void load() throws Exception {
        Store store = spec.engine().open(spec.storeSpec(folder.store(), true, options.open()));
        ProgressMeter settling;
        long account;
        // Whatever fails, all that is open is closed, and what fails in that is suppressed.
        try (store) {
            ProgressMeter loading =
                    new ProgressMeter(Progress.Phase.LOAD, spec.entries(), options.listener(), () -> diskBytes(store));
            try (Loader loader = store.loader()) {
                append(loader, loading);
            }
            loadSeconds = loading.seconds();
            loading.report(loaded);
            settling = new ProgressMeter(
                    Progress.Phase.SETTLE, spec.entries(), options.listener(), () -> diskBytes(store));
            settling.report(0);
            store.settle();
            account = store.bytesOnDisk();
        }
        folder.force();
        settleSeconds = settling.seconds();
        bytesOnDisk = account >= 0 ? account : folder.allocatedBytes();
        settling.report(loaded, bytesOnDisk);
    }

    private void append(Loader loader, ProgressMeter meter) throws Exception {
        double recordBytes = spec.records().keyBytes() + spec.records().meanValueBytes();
        int block = (int) Math.max(1, Math.min(BLOCK_RECORDS, BLOCK_BYTES / recordBytes));
        while (loaded < spec.entries()) {
            long end = Math.min(spec.entries(), loaded + block);
            long id = loaded;
            try {
                for (; id < end; id++) {
                    loader.append(id, 0);
                }
            } finally {
                loaded = id;
            }
            if (meter.tick(loaded)) {
                marker.at(loaded, null).write(folder.path(), false);
            }
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
            if (spec.entries() > 0) {
                present(session, 0);
                present(session, spec.entries() - 1);
            }
        } catch (Throwable failure) {
            String error = "does not open again: " + DatasetException.oneLine(failure);
            DatasetException unusable = new DatasetException(
                    Reason.FAILED,
                    "the store of " + spec + " was loaded but " + error + " (data: " + folder.path()
                            + "); load with --force to make it again",
                    failure);
            note(error, unusable);
            throw unusable;
        }
    }

    private static void present(Session session, long id) throws Exception {
        if (!session.get(id, new Ignore())) {
            throw new IllegalStateException("id " + id + " is missing");
        }
    }

    private Manifest manifest(String version) {
        return new Manifest(
                Manifest.FORMAT,
                spec.identity(),
                spec.engine().name(),
                spec.spec().toString(),
                version,
                Manifest.settings(spec),
                Manifest.Shape.of(spec.records()),
                spec.entries(),
                0,
                spec.weakest().label(),
                bytesOnDisk,
                loadSeconds,
                settleSeconds,
                Marker.now());
    }

    private DatasetException stopped(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        String error = DatasetException.oneLine(failure);
        String remedy = "load with --force to start it again";
        if (DatasetException.noSpace(failure)) {
            remedy = "free space or choose another --dir, then load with --force";
        } else if (folder.full()) {
            remedy = "the disk is full: free space or choose another --dir, then load with --force";
        }
        DatasetException stopped = new DatasetException(
                Reason.FAILED,
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
        try {
            marker.at(loaded, error).write(folder.path(), false);
        } catch (IOException full) {
            told.addSuppressed(full); // the marker written at the start is still there
        }
    }

    private static final class Ignore extends Sink {
        @Override
        public void value(byte[] buffer, int offset, int length) {}

        @Override
        public void value(ByteBuffer buffer) {}
    }
}
