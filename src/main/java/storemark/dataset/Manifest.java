package storemark.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.Compressibility;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.results.Json;
import storemark.workload.LoadOrder;

/**
 * The content of {@code manifest.json}: what a dataset is and what it cost. It is written when the store has been loaded,
 * settled and opened again, so that there is none for a dataset that is not whole.
 *
 * @param format {@link #FORMAT}
 * @param identity {@link DatasetSpec#identity()}
 * @param engine the engine's name
 * @param spec the engine specification as charted
 * @param engineVersion the version that the library stated when it wrote the store
 * @param settings profiles and settings in force, by name, each with what it does or its value
 * @param shape the shape of all records
 * @param entries how many records: ids 0 to {@code entries - 1}
 * @param loaded the order of the load, a {@link LoadOrder} in lower case; null for ordered in a manifest of before this was asked
 * @param turnovers how often all records were replaced after the load; 0 in a manifest of before this was asked
 * @param maxRevision the highest revision that a value may have; 0 unless a workload was let write to the store
 * @param durability the promise under which the store was loaded
 * @param bytesOnDisk the engine's own account, or the allocated bytes of its files, after settling
 * @param loadSeconds from opening the empty store to the last record handed over
 * @param churnSeconds what the turnovers took; 0 without any
 * @param settleSeconds from the last record that was loaded, and from the last turnover, until the engine has settled and closed and all files are forced to the device
 * @param settleBytes what the process wrote to storage in that time, in bytes; -1 where that is not known
 * @param heapUsedBytes Java heap in use after a full collection when all was handed over and the store was still open; null in
 *     a manifest of before this was measured
 * @param interruptions how often the load was interrupted and went on; what was lost and done again is in its seconds
 * @param written whether a workload was allowed to write to the dataset itself; its records may then differ from this manifest
 * @param created UTC, ISO 8601 to the second
 * @param deviceStore the id in the header of the device that holds the store, or null for a store in files
 */
public record Manifest(
        int format,
        String identity,
        String engine,
        String spec,
        String engineVersion,
        Map<String, String> settings,
        Shape shape,
        long entries,
        String loaded,
        int turnovers,
        int maxRevision,
        String durability,
        long bytesOnDisk,
        double loadSeconds,
        double churnSeconds,
        double settleSeconds,
        long settleBytes,
        Long heapUsedBytes,
        int interruptions,
        boolean written,
        String created,
        String deviceStore) {
    /** The version of this form. */
    public static final int FORMAT = 1;

    /** Later than any clock, and early enough that ages can be computed. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    static final String NAME = "manifest.json";

    /** {@link Records} as JSON holds it. */
    public record Shape(long seed, int keyBytes, int minValueBytes, int maxValueBytes, String compressibility) {
        static Shape of(Records records) {
            return new Shape(
                    records.seed(),
                    records.keyBytes(),
                    records.minValueBytes(),
                    records.maxValueBytes(),
                    records.compressibility().toString());
        }

        /** The records of this shape. */
        public Records records() {
            if (compressibility == null) {
                throw new IllegalArgumentException("compressibility is missing");
            }
            return new Records(seed, keyBytes, minValueBytes, maxValueBytes, Compressibility.parse(compressibility));
        }
    }

    Manifest withMaxRevision(int revision) {
        return with("maxRevision", revision);
    }

    Manifest asWritten() {
        return with("written", true);
    }

    private Manifest with(String field, Object value) {
        ObjectNode changed = Json.MAPPER.valueToTree(this);
        changed.putPOJO(field, value);
        return Json.MAPPER.convertValue(changed, Manifest.class);
    }

    /** Reads the manifest in {@code folder}; the caller has seen that there is one. */
    static Manifest read(Path folder) throws DatasetException {
        Path file = folder.resolve(NAME);
        JsonNode tree;
        try {
            tree = Json.read(file, JsonNode.class);
        } catch (IOException unreadable) {
            throw damaged(DatasetException.oneLine(unreadable), unreadable);
        }
        if (!tree.path("format").isInt()) {
            throw damaged(file + " is damaged: it names no format", null);
        }
        int format = tree.path("format").intValue();
        if (format != FORMAT) {
            throw Reason.VERSION.error(file + " is of format " + format + ", this version reads format " + FORMAT
                    + ": load with --force to make the dataset again");
        }
        try {
            Manifest manifest = Json.MAPPER.treeToValue(tree, Manifest.class);
            manifest.check();
            return manifest;
        } catch (JsonProcessingException broken) {
            throw damaged(file + " is damaged: " + broken.getOriginalMessage(), broken);
        } catch (IllegalArgumentException | DateTimeException invalid) {
            throw damaged(file + " is damaged: " + DatasetException.oneLine(invalid), invalid);
        }
    }

    /** Checks all that is read from a manifest later. */
    private void check() {
        if (Stream.of(identity, engine, spec, engineVersion, settings, shape, durability, created)
                .anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("a field is missing");
        }
        EngineSpec.parse(spec);
        shape.records();
        if (entries < 0 || maxRevision < 0 || createdAt().isAfter(LATEST)) {
            throw new IllegalArgumentException("'entries', 'maxRevision' or 'created' is out of range");
        }
    }

    /** When the dataset was finished. */
    public Instant createdAt() {
        return Instant.parse(created);
    }

    private static DatasetException damaged(String what, Throwable cause) {
        return Reason.DAMAGED.error(
                what.replaceAll("\\s+", " ") + ": load with --force to make the dataset again", cause);
    }
}
