package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import storemark.report.Choice;
import storemark.results.DurabilityFile;
import storemark.results.Json;
import storemark.results.Results;
import storemark.results.RunFile.EngineEntry;

class EngineFactsTest {
    private static Choice.Facts ofLmdb(String tested, String version) throws IOException {
        Results run = Results.read(Path.of("charts", "quick"));
        String measured = run.run().engines().stream()
                .filter(engine -> engine.spec().equals("lmdb"))
                .map(EngineEntry::version)
                .findAny()
                .orElseThrow();
        String outcome =
                "{'engine': '%s', 'version': '%s', 'level': 'process', 'state': 'not kept', 'cuts': 9, 'kept': 8,"
                        + " 'commits': 90, 'findings': {'lost': {'cuts': 1, 'records': 1}}, 'broken': [], 'work': []}";
        String file = "{'seed': 1, 'kernel': '', 'java': '', 'outcomes': [" + outcome + "]}";
        String json = String.format(file, tested, version == null ? measured : version)
                .replace('\'', '"');
        DurabilityFile outcomes = Json.MAPPER.readValue(json, DurabilityFile.class);
        return EngineFacts.of(run, outcomes).get("lmdb");
    }

    @Test
    void aPromiseThatTheMeasuredVersionBrokeIsNamed() throws IOException {
        Choice.Facts facts = ofLmdb("lmdb", null);
        assertEquals(Set.of("process"), facts.broken().keySet());
        assertEquals(Set.of("process"), facts.tested());
    }

    @Test
    void whatAnotherVersionBrokeSaysNothing() throws IOException {
        Choice.Facts facts = ofLmdb("lmdb", "LMDB 0.1");
        assertEquals(Set.of(), facts.broken().keySet());
        assertEquals(Set.of(), facts.tested());
    }

    @Test
    void whatAnotherProfileBrokeSaysNothing() throws IOException {
        assertEquals(Set.of(), ofLmdb("lmdb:tuned", null).broken().keySet());
    }

    /** A promise that another place broke stays broken here: it is the stricter reading. */
    @Test
    void anotherPlaceWasNotTested() throws IOException {
        Choice.Facts facts = ofLmdb("lmdb:direct", null);
        assertEquals(Set.of("process"), facts.broken().keySet());
        assertEquals(Set.of(), facts.tested());
    }

    /** The committed runs measured {@code tupl} in two versions. */
    @Test
    void aTestOfOneVersionIsNoTestOfAnother() throws IOException {
        String outcome =
                "{'engine': 'tupl', 'version': 'TuplDB 1.3.11', 'level': 'process', 'state': 'kept', 'cuts': 9,"
                        + " 'kept': 9, 'commits': 90, 'findings': {}, 'broken': [], 'work': []}";
        String json = "{'seed': 1, 'kernel': '', 'java': '', 'outcomes': [" + outcome + "]}";
        DurabilityFile tested = Json.MAPPER.readValue(json.replace('\'', '"'), DurabilityFile.class);
        Results older = Results.read(Path.of("charts", "quick"));
        Results newer = Results.read(Path.of("charts", "lmdb-vs-tupldb"));
        assertEquals(
                Set.of("process"), EngineFacts.of(older, tested).get("tupl").tested());
        assertEquals(Set.of(), EngineFacts.of(newer, tested).get("tupl").tested());
    }
}
