package storemark.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import storemark.engine.Records;
import storemark.engine.Traits;
import storemark.results.Json;

/**
 * The content of {@code manifest.json}: what a dataset is and what it cost. It is written when the store has been loaded,
 * settled and opened again, so that there is none for a dataset that is not whole.
 *
 * @param format {@link #FORMAT}
 * @param identity {@link DatasetSpec#identity()}
 * @param engine the engine's name
 * @param spec the engine specification as charted
 * @param engineVersion the library's own word when it wrote the store
 * @param settings profiles and settings in force, by name, each with what it does or its value
 * @param shape the shape of all records
 * @param entries how many records: ids 0 to {@code entries - 1}
 * @param maxRevision the highest revision that a value may have; 0 unless a workload was let write to the store
 * @param durability the promise under which the store was loaded
 * @param bytesOnDisk the engine's own account, or the allocated bytes of its files, after settling
 * @param loadSeconds from opening the empty store to the last record handed over
 * @param settleSeconds from there until the engine has settled and closed and all files are forced to the device
 * @param created UTC, ISO 8601 to the second
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
        int maxRevision,
        String durability,
        long bytesOnDisk,
        double loadSeconds,
        double settleSeconds,
        String created) {
    /** The version of this form. */
    public static final int FORMAT = 1;

    static final String NAME = "manifest.json";

    /** {@link Records} as JSON holds it. */
    public record Shape(long seed, int keyBytes, int minValueBytes, int maxValueBytes, double compressibility) {
        static Shape of(Records records) {
            return new Shape(
                    records.seed(),
                    records.keyBytes(),
                    records.minValueBytes(),
                    records.maxValueBytes(),
                    records.compressibility());
        }

        /** The records of this shape. */
        public Records records() {
            return new Records(seed, keyBytes, minValueBytes, maxValueBytes, compressibility);
        }
    }

    static Map<String, String> settings(DatasetSpec spec) {
        Traits traits = spec.engine().traits();
        Map<String, String> settings = new TreeMap<>(spec.spec().settings(traits));
        for (String profile : spec.spec().profiles(traits)) {
            settings.put(profile, traits.profiles().get(profile).about());
        }
        return settings;
    }

    Manifest withMaxRevision(int revision) {
        return new Manifest(
                format,
                identity,
                engine,
                spec,
                engineVersion,
                settings,
                shape,
                entries,
                revision,
                durability,
                bytesOnDisk,
                loadSeconds,
                settleSeconds,
                created);
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
            throw new DatasetException(
                    DatasetException.Reason.VERSION,
                    file + " is of format " + format + ", this version reads format " + FORMAT
                            + ": load with --force to make the dataset again");
        }
        try {
            Manifest manifest = Json.MAPPER.treeToValue(tree, Manifest.class);
            if (manifest.identity == null || manifest.shape == null || manifest.engineVersion == null) {
                throw damaged(file + " is damaged: a field is missing", null);
            }
            return manifest;
        } catch (JsonProcessingException broken) {
            throw damaged(file + " is damaged: " + broken.getOriginalMessage(), broken);
        }
    }

    private static DatasetException damaged(String what, Throwable cause) {
        return new DatasetException(
                DatasetException.Reason.DAMAGED,
                what.replaceAll("\\s+", " ") + ": load with --force to make the dataset again",
                cause);
    }
}
