package storemark.dataset;

import java.util.Optional;
import storemark.dataset.Marker.Sitting;
import storemark.engine.Capability;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.Touch;
import storemark.engine.Unsupported;
import storemark.machine.Boot;
import storemark.workload.LoadOrder;

/**
 * What an interrupted load has left: the ids 0 to {@code records - 1}, or nothing that can be trusted.
 *
 * @param records how many records are there; 0 when the load starts again
 * @param why why it starts again; null when it resumes
 * @param sitting the part of the load that was interrupted; null when it starts again
 */
record Resumption(long records, String why, Sitting sitting) {
    /** Opens what is in {@code folder}, whose lock the caller holds, reads all of it, and closes it again. */
    static Resumption of(Folder folder, DatasetSpec spec, LoadOptions options, String engineVersion) {
        Optional<Sitting> sitting = Marker.read(folder.path()).map(Marker::sitting);
        String refusal = refusal(spec, sitting, engineVersion);
        if (refusal != null) {
            return new Resumption(0, refusal, null);
        }
        int threads = Runtime.getRuntime().availableProcessors();
        try {
            return read(folder, spec, options, sitting.orElseThrow(), threads);
        } catch (Unsupported oneSession) {
            return new Resumption(0, oneSession.getMessage(), null);
        } catch (Throwable failure) { // an Error too: a mapped file that lost its end is read with an InternalError
            return new Resumption(0, "the partial store does not open: " + DatasetException.oneLine(failure), null);
        }
    }

    private static Resumption read(Folder folder, DatasetSpec spec, LoadOptions options, Sitting sitting, int threads)
            throws Exception {
        OpenOptions reading = OpenOptions.of(options.cacheBytes(), threads);
        Store opened;
        try {
            opened = spec.engine().open(spec.storeSpec(folder.store(), false, reading));
        } catch (Unsupported oneSession) {
            if (threads > 1) {
                return read(folder, spec, options, sitting, 1);
            }
            throw oneSession;
        }
        try (Store store = opened) {
            long records = count(store, spec);
            if (records == 0) {
                return new Resumption(0, "none of its records survived", null);
            }
            ProgressMeter meter = new ProgressMeter(
                    Progress.Phase.VERIFY, records, options.listener(), folder::allocatedBytes, folder.path());
            boolean ordered = spec.engine().traits().can(Capability.SCAN);
            Verification found = new Verifier(spec.records(), records, 0).verify(store, ordered, threads, meter);
            return found.sound()
                    ? new Resumption(records, null, sitting)
                    : new Resumption(
                            0, "the partial store is damaged: " + found.first().get(0), null);
        }
    }

    /** Why nothing of the load can be used, or null. */
    private static String refusal(DatasetSpec spec, Optional<Sitting> sitting, String engineVersion) {
        Durability survives = spec.engine().traits().loadSurvives();
        if (survives == Durability.NONE) {
            return spec.engine().traits().loadSurvivesHow();
        }
        if (spec.loaded() == LoadOrder.RANDOM) {
            return "a load in random order cannot be resumed";
        }
        if (spec.turnovers() > 0) {
            return "a load with turnovers cannot be resumed";
        }
        if (spec.device() != null) {
            return "a load onto a block device cannot be resumed";
        }
        if (sitting.isEmpty()) {
            return "there is no record of how it was started";
        }
        if (!sitting.get().engineVersion().equals(engineVersion)) {
            return "it was started with " + sitting.get().engineVersion() + ", and this is " + engineVersion;
        }
        String boot = sitting.get().boot();
        boolean sameBoot = boot != null && boot.equals(Boot.id().orElse(null));
        return survives == Durability.POWER || sameBoot
                ? null
                : "the machine has restarted since, and the engine loads without flushing to the device";
    }

    /** The lowest id that is not there, by halving, as all below should be there and none above. */
    private static long count(Store store, DatasetSpec spec) throws Exception {
        long there = 0;
        long missing = spec.entries();
        try (Session session = store.session()) {
            while (there < missing) {
                long middle = there + (missing - there) / 2;
                if (session.get(middle, new DigestSink(Touch.NONE, 0))) {
                    there = middle + 1;
                } else {
                    missing = middle;
                }
            }
        }
        return there;
    }
}
