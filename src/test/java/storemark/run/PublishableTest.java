package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is kept of a run shows no path of this machine, and is not changed otherwise. */
class PublishableTest {
    private final Publishable publishable =
            new Publishable(Path.of("/fast/disk"), Path.of("/dev/fast"), Path.of("/fast/disk/runs/one"));

    @Test
    void pathsBecomeNames() {
        assertEquals("-Ddir=<data> and <data>/a/b", publishable.of("-Ddir=/fast/disk and /fast/disk/a/b"));
        assertEquals("<results>/cells/x.json", publishable.of("/fast/disk/runs/one/cells/x.json"));
        assertEquals("<java>/bin/java", publishable.of(System.getProperty("java.home") + "/bin/java"));
        assertEquals("<here>/pom.xml", publishable.of(System.getProperty("user.dir") + "/pom.xml"));
        assertEquals("open of <device> failed", publishable.of("open of /dev/fast failed"));
        assertEquals("-I<data>/include", publishable.of("-I/fast/disk/include"));
    }

    @Test
    void longerNamesAreOtherPaths() {
        assertEquals("/fast/disk2/a", publishable.of("/fast/disk2/a"));
        assertEquals("/fast/disk-old", publishable.of("/fast/disk-old"));
    }

    @Test
    void wordsThatAreFoldersTooAreLeftAlone() {
        Publishable relative = new Publishable(Path.of("null"), null, Path.of("read"));
        assertEquals("storemark.jmh.ReadBenchmark.read", relative.of("storemark.jmh.ReadBenchmark.read"));
        Publishable shallow = new Publishable(Path.of("/s"), null, Path.of("/"));
        assertEquals("12 ops/s in <data>/x, a/b", shallow.of("12 ops/s in /s/x, a/b"));
    }

    @Test
    void everyTextInATreeIsLookedAt() throws Exception {
        ObjectMapper json = new ObjectMapper();
        JsonNode tree = json.readTree("{\"a\": [1, \"/fast/disk/x\"], \"b\": {\"c\": \"/fast/disk\"}, \"d\": null}");
        JsonNode expected = json.readTree("{\"a\": [1, \"<data>/x\"], \"b\": {\"c\": \"<data>\"}, \"d\": null}");
        assertEquals(expected, publishable.of(tree));
    }
}
