package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.SetSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.OwnJvm;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.LoadOptions;
import storemark.dataset.Progress;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engines.Engines;
import storemark.results.Json;

/** A manifest that is not as we wrote it is told in a line, and the datasets beside it are listed as ever. */
@SetSystemProperty(key = "storemark.flags", value = OwnJvm.QUICK_FORKS)
class DamagedManifestTest {
    private static final String ESCAPE = "\u001b]0;owned\u0007\u009b31m";

    @TempDir
    static Path data;

    private static Path damaged;
    private static Path sound;
    /** The manifest of {@link #damaged} before a test. */
    private static byte[] whole;

    /** Those of the test before, with the manifest put back; what that test has removed is loaded again. */
    @BeforeEach
    void twoDatasets() throws Exception {
        if (damaged != null && Files.exists(damaged)) {
            Files.write(damaged.resolve("manifest.json"), whole);
        }
        damaged = load("files-flat", 10, data);
        sound = load("files-flat", 20, data);
        whole = Files.readAllBytes(damaged.resolve("manifest.json"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            created | null
            created | ''
            created | '2026-01-01'
            created | '9999999999'
            created | '+1000000000-12-31T23:59:59Z'
            spec    | null
            spec    | 'files-flat:'
            shape   | null
            shape   | {}
            shape   | {"seed": 1, "keyBytes": -8, "minValueBytes": 1, "maxValueBytes": 1, "compressibility": 0}
            entries | -1
            engineVersion | null
            settings | null
            """)
    void isListedAsDamagedBesideTheOthers(String field, String value) throws Exception {
        damage(field, Json.MAPPER.readTree(value.replace('\'', '"')));
        assertListed(field);
    }

    @Test
    void aMissingFieldIsDamageToo() throws Exception {
        ObjectNode manifest = manifest();
        manifest.remove("created");
        Json.write(damaged.resolve("manifest.json"), manifest);
        assertListed("created");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "identity", "engineVersion", "created"})
    void controlCharactersDoNotReachTheTerminal(String field) throws Exception {
        damage(
                field,
                Json.MAPPER.getNodeFactory().textNode(manifest().path(field).asText() + ESCAPE));
        Commands.Ended verified = Commands.runAsChild("verify", "--folder", damaged.toString());
        String said = list() + verified.said();
        assertFalse(said.contains("\u001b") || said.contains("\u0007") || said.contains("\u009b"), said);
    }

    @Test
    void verifyOfADirectoryTellsOfItAndVerifiesTheOthers() throws Exception {
        damage("created", Json.MAPPER.nullNode());
        String verified = Commands.said(Failure.REFUSED, "verify", "--dir", data.toString());
        String name = damaged.getFileName().toString();
        assertTrue(verified.contains(name + ": "), verified);
        assertTrue(verified.strip().endsWith("1 of 2 datasets failed verification: " + name), verified);
        Commands.said(0, "datasets", "remove", "--dir", data.toString(), name);
        Commands.Ended others = Commands.runAsChild("verify", "--dir", data.toString());
        assertEquals(0, others.exitCode(), others::said);
    }

    @Test
    void verifyOfADirectorySkipsTheControl(@TempDir Path alone) throws Exception {
        load("null", 100, alone);
        String verified = Commands.said(0, "verify", "--dir", alone.toString());
        assertTrue(verified.contains("skipped, null is the control"), verified);
        Commands.said(3, "verify", "--engines", "null", "--entries", "100", "--dir", alone.toString());
    }

    @Test
    void verifyOfADirectoryTakesNoShape() {
        Commands.said(Failure.USAGE, "verify", "--entries", "1k", "--dir", data.toString());
    }

    private void assertListed(String field) throws IOException {
        String listed = list();
        assertFalse(listed.contains("unexpected"), listed);
        assertTrue(listed.contains("damaged"), field + ": " + listed);
        assertTrue(listed.contains(sound.getFileName().toString()), listed);
    }

    private String list() {
        return Commands.said(0, "datasets", "list", "--dir", data.toString());
    }

    private ObjectNode manifest() throws IOException {
        return (ObjectNode) Json.read(damaged.resolve("manifest.json"), JsonNode.class);
    }

    private void damage(String field, JsonNode value) throws IOException {
        ObjectNode manifest = manifest();
        manifest.set(field, value);
        Json.write(damaged.resolve("manifest.json"), manifest);
    }

    private static Path load(String engine, long entries, Path where) throws Exception {
        EngineSpec spec = EngineSpec.parse(engine);
        DatasetSpec wanted = DatasetSpec.of(Engines.load().of(spec), spec, new Records(1, 8, 20, 20, 0), entries, null);
        return new Datasets(where)
                .load(wanted, new LoadOptions(1 << 20, 1, Progress.Listener.NONE), false)
                .folder();
    }
}
