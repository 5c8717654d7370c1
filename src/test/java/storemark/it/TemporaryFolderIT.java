package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.Mounted;
import storemark.Opened;

/** Where libraries are unpacked: a folder of the run's own, of which nothing stays, and whose disk may be full. */
class TemporaryFolderIT extends WithJar {
    private static final String SMALL =
            " --page-only --threads 1 --entries 2k --step 1k --retry 0 --dir data --results results --time ";

    @AutoClose
    private final Opened opened = new Opened();

    private Path temporary;

    @BeforeEach
    void nameTemporary() {
        temporary = here.resolve("tmp");
    }

    private void mountSmallOne() throws InterruptedException {
        opened.add(Mounted.orSkip(temporary, "size=2m"));
    }

    @Test
    void anEngineWithoutRoomForItsLibraryFailsTheRunThatNamesIt() throws Exception {
        mountSmallOne();
        Jar.Ended ended = jar.run("run --engines null,rocksdb --workloads insert" + SMALL + "50ms")
                .expect(1);
        assertEquals(List.of("DONE", "UNSUPPORTED"), results.outcomes(), ended::said);
        String reason = results.reason(List.copyOf(results.states().keySet()).get(1));
        assertTrue(reason.startsWith("not available: temporary files have 0 B left in "), reason);
        assertTrue(reason.contains("free space there, or give java -Djava.io.tmpdir=DIR before -jar"), reason);
        jar.run("run --page-only --resume results --dir data").expect(1);
    }

    @Test
    void aSuiteMayNameEnginesThatAreNotAvailable() throws Exception {
        mountSmallOne();
        Files.writeString(here.resolve("own.yaml"), "settings: {engines: [null, rocksdb]}\n");
        Jar.Ended ended =
                jar.run("run own.yaml --workloads insert" + SMALL + "50ms").expect(0);
        assertEquals(List.of("DONE", "UNSUPPORTED"), results.outcomes(), ended::said);
    }

    @Test
    void aKilledForkLeavesNoLibraryBehindItsRun() throws Exception {
        Jar.Running run = jar.start("run --engines rocksdb,null --workloads read" + SMALL + "1s");
        run.await("the library in the fork", () -> unpackedBy(run));
        run.forks().forEach(ProcessHandle::destroyForcibly);
        run.await().expect(1);
        assertEquals(List.of(), unpacked());
    }

    @Test
    void theNextCommandDeletesWhatAKilledOneHasLeft() throws Exception {
        Jar.Running run = jar.start("run --engines rocksdb --workloads read" + SMALL + "1s");
        run.await("the library in the fork", () -> unpackedBy(run));
        run.kill();
        jar.expectNobodyAlive();
        assertFalse(unpacked().isEmpty());
        jar.run("run --engines null --dry-run").expect(0);
        assertEquals(List.of(), unpacked());
    }

    /** Whether the fork has its library: the process that asks for versions has ended by then. */
    private boolean unpackedBy(Jar.Running run) {
        try {
            return run.forks().findAny().isPresent()
                    && unpacked().stream().anyMatch(file -> file.contains("librocksdbjni"));
        } catch (IOException | UncheckedIOException changing) {
            return false; // a file went while it was listed: look again
        }
    }

    /** All below the folder for temporary files that is a library or a folder of ours. */
    private List<String> unpacked() throws IOException {
        try (Stream<Path> all = Files.walk(temporary)) {
            return all.map(Path::toString)
                    .filter(file -> file.contains("storemark-") || file.endsWith(".so"))
                    .toList();
        }
    }
}
