package storemark.dataset;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.text.Sha256;
import storemark.workload.LoadOrder;

/**
 * What a dataset is made of: the records of ids 0 to {@code entries - 1} at revision 0, in a store of one engine
 * specification. Durability, cache and threads are no part of it, because they leave the same store behind.
 *
 * @param engine the engine that {@code spec} names
 * @param spec name, profiles and settings
 * @param records the shape of keys and values
 * @param entries how many records; at least 0
 * @param device the block device that takes the data, or null for files
 * @param directIo whether the store's files, or the device, are opened with O_DIRECT
 * @param loaded in which order
 * @param turnovers how often all records were replaced after that, see {@link Churn}; 0 to 100
 */
public record DatasetSpec(
        Engine engine,
        EngineSpec spec,
        Records records,
        long entries,
        Path device,
        boolean directIo,
        LoadOrder loaded,
        int turnovers) {
    public DatasetSpec {
        Objects.requireNonNull(records, "records");
        if (!engine.name().equals(spec.name())) {
            throw new IllegalArgumentException("engine " + engine.name() + " does not serve " + spec);
        }
        if (entries < 0) {
            throw new IllegalArgumentException("entries " + entries + ": at least 0");
        }
    }

    /**
     * The dataset in the place that {@code spec} asks for.
     *
     * @param device the device that stores are put on where the specification says so; null where none was named
     * @throws IllegalArgumentException with one line, when the specification asks for a device and none was named
     */
    public static DatasetSpec of(Engine engine, EngineSpec spec, Records records, long entries, Path device) {
        return new DatasetSpec(
                engine, spec, records, entries, deviceOf(spec, device), spec.direct(), LoadOrder.ORDERED, 0);
    }

    /** The same, loaded in {@code order}; {@link #of} is loaded in key order. */
    public DatasetSpec loaded(LoadOrder order) {
        return new DatasetSpec(engine, spec, records, entries, device, directIo, order, turnovers);
    }

    /** The same, all of its records replaced so often; {@link #of} is as it was loaded. */
    public DatasetSpec aged(int times) {
        return new DatasetSpec(engine, spec, records, entries, device, directIo, loaded, times);
    }

    /** The same, to be read only, with {@link Records#withForeignValues()}. */
    DatasetSpec withForeignValues() {
        return new DatasetSpec(engine, spec, records.withForeignValues(), entries, device, directIo, loaded, turnovers);
    }

    /** The same on files, also where the specification asks for a device. */
    public DatasetSpec onFiles() {
        return new DatasetSpec(engine, spec, records, entries, null, directIo, loaded, turnovers);
    }

    /** {@code device} where {@code spec} asks for one, else null. */
    public static Path deviceOf(EngineSpec spec, Path device) {
        if (spec.onDevice() && device == null) {
            throw new IllegalArgumentException(
                    spec
                            + " needs a block device: name one by --device PATH, to plain JMH by -jvmArgsAppend -Dstoremark.device=PATH");
        }
        return spec.onDevice() ? device : null;
    }

    /**
     * Refuses ahead what the engine cannot do.
     *
     * @throws Unsupported with the reason
     * @throws Unavailable for a profile that this machine cannot run
     */
    public void check() throws Unsupported, Unavailable {
        engine.check(storeSpec(Path.of(""), true, OpenOptions.of(1 << 20, 1)));
    }

    /** The library's version, as it states it. */
    public String version() throws Unavailable {
        return engine.version(spec.profiles(engine.traits()));
    }

    /** All that tells this dataset from others, in one line; two datasets are the same when these lines are. */
    public String identity() {
        int layout = engine.traits().layout();
        return "engine " + engine.name() + (layout == 1 ? "" : " in layout " + layout) + ", spec " + spec + ", entries "
                + entries + ", key " + records.keyBytes()
                + ", value " + records.minValueBytes() + " to " + records.maxValueBytes() + ", compressibility "
                + records.compressibility() + ", seed " + records.seed() + ", "
                + (device == null ? "files" : "device " + device) + (directIo ? ", direct I/O" : "")
                + (loaded == LoadOrder.ORDERED ? "" : ", loaded at random")
                + (turnovers == 0 ? "" : ", turned over " + turnovers + " times");
    }

    /** The name of the dataset's folder: what a person wants to know first, and 8 digits of the identity's SHA-256. */
    public String folderName() {
        String value = records.minValueBytes() == records.maxValueBytes()
                ? String.valueOf(records.maxValueBytes())
                : records.minValueBytes() + "-" + records.maxValueBytes();
        return spec.toString().replaceAll("[^A-Za-z0-9.-]", "_") + "-" + entries + "x" + records.keyBytes() + "+"
                + value + "-" + Sha256.of(identity(), 8);
    }

    /**
     * The most space that the dataset takes while it is not written to, in bytes, as the engine estimates it: for an aged one, 1.5 times
     * that of a store that is written to, because ten turnovers were seen to need all of that.
     */
    public long loadedBytes(long cacheBytes) {
        StoreSpec store = storeSpec(Path.of(""), true, OpenOptions.of(cacheBytes, 1));
        return turnovers == 0 ? engine.loadedBytes(store) : engine.diskBytes(store) * 3 / 2;
    }

    /** Heap that a process needs to serve the dataset, as the engine says, beside what the harness itself needs. */
    public long heapBytes(long cacheBytes) {
        return engine.heapBytes(storeSpec(Path.of(""), true, OpenOptions.of(cacheBytes, 1)));
    }

    /** What to call this dataset in a message: {@code 10,000,000 entries of lmdb:writemap}. */
    @Override
    public String toString() {
        String order = loaded == LoadOrder.ORDERED ? "" : " loaded at random";
        String age = turnovers == 0 ? "" : " turned over " + turnovers + (turnovers == 1 ? " time" : " times");
        return String.format(Locale.ROOT, "%,d entries of %s%s%s", entries, spec, order, age);
    }

    /** The weakest promise that the engine offers, under which it loads and reads fastest. */
    Durability weakest() {
        for (Durability durability : Durability.values()) {
            if (engine.traits().durability(durability).supported()) {
                return durability;
            }
        }
        return Durability.NONE;
    }

    /** What the engine is asked to open for this dataset, at {@code store}. */
    public StoreSpec storeSpec(Path store, boolean create, OpenOptions options) {
        return new StoreSpec(
                new Target(store, device, directIo),
                options.durability() == null ? weakest() : options.durability(),
                records,
                Math.max(entries, options.maxEntries()),
                options.cacheBytes(),
                options.threads(),
                create,
                spec.profiles(engine.traits()),
                spec.settings(engine.traits()));
    }
}
