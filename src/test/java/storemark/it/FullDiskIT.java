package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import storemark.Mounted;
import storemark.Opened;
import storemark.Tree;
import storemark.dataset.DatasetSpec;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engines.Engines;

/**
 * Disks that are too small, and disks that fill while a store is written. LMDB as it is by default: through a writable map
 * (its profile writemap) a full disk is a fault of the memory that ends the process, which the harness can only report.
 */
class FullDiskIT extends WithJar {
    @AutoClose
    private final Opened opened = new Opened();

    private void mount(Path place, String size) throws Exception {
        opened.add(Mounted.orSkip(Files.createDirectories(place), "size=" + size));
    }

    @Test
    void whatCannotFitIsRefusedBeforeItStarts() throws Exception {
        mount(here.resolve("data"), "20m");
        jar.run("load --engines lmdb --entries 1M --dir data").expectLine(3, "the data cannot fit: ");
        jar.run("run --engines lmdb --dir data --results results").expectLine(3, "the data cannot fit: ");
        assertEquals(List.of(), Tree.list(here.resolve("data")));
        assertFalse(Files.exists(here.resolve("results")));
    }

    /**
     * The disk is smaller than preflight can see: it is mounted not at the directory, but at the dataset's place in it. LMDB
     * has committed a million records when the space ends, and goes on with them.
     */
    @Test
    void aLoadStopsBeforeTheDiskIsFullAndGoesOnWhenThereIsSpace() throws Exception {
        String small = " --engines lmdb --entries 3M --value-bytes 20 --dir small";
        EngineSpec lmdb = EngineSpec.parse("lmdb");
        Records shape = new Records(1, 8, 20, 20, 0);
        String name = DatasetSpec.of(Engines.load().of(lmdb), lmdb, shape, 3_000_000, null)
                .folderName();
        Path dataset = here.resolve("small").resolve(name);
        mount(dataset, "64m");

        Jar.Ended full = jar.run("load" + small).expectLine(3, "load of lmdb stopped at ");
        assertTrue(full.err().get(0).endsWith("then load again to resume"), full::said);
        assertFalse(Files.exists(dataset.resolve("manifest.json")));
        jar.run("verify" + small).expectLine(3, "is unfinished");
        jar.run("load" + small).expectLine(3, "load of lmdb stopped at ");

        Mounted.resize(dataset, "256m");
        Jar.Ended went = jar.run("load" + small).expect(0);
        assertTrue(went.said().contains("was interrupted and resumes at 1,0"), went::said);
        jar.run("verify" + small).expect(0);
    }

    @Test
    void aCopyThatDoesNotFitStopsTheRunAndGoesOnWhenThereIsSpace() throws Exception {
        Path data = here.resolve("data");
        mount(data, "64m");
        String records = " --engines lmdb --entries 60k --dir data";
        jar.run("load" + records).expect(0);
        Jar.Running run = jar.start(
                "run --page-only --workloads read,update,mix --threads 1 --step 30k --time 300ms --results results"
                        + records);
        run.await("the results", () -> Files.exists(here.resolve("results/run.json")));
        Path filler = fill(data);
        Jar.Ended ended = run.await();
        ended.expectLine(3, "no space is left below data for the remaining cells: free space, then use run --resume");
        assertEquals(List.of("DONE", "FAILED", "PENDING"), results.outcomes(), ended::said);
        String update = List.copyOf(results.states().keySet()).get(1);
        assertTrue(results.reason(update).contains("free space"), results.reason(update));
        assertEquals(1, Jar.datasets(data).size(), "the dataset alone is left");

        Files.delete(filler);
        jar.run("run --page-only --resume results --dir data").expect(0);
        assertEquals(List.of("DONE", "DONE", "DONE"), results.outcomes());
        assertEquals(1, Jar.datasets(data).size(), "the dataset alone is left");
    }

    @Test
    void anInsertThatFillsTheDiskFailsItsCellAndLeavesNothing() throws Exception {
        Path data = here.resolve("data");
        mount(data, "64m");
        Jar.Running run = jar.start(
                "run --page-only --engines lmdb --workloads insert --threads 1 --entries 150k --step 50k --dir data --results results");
        run.await("the store of the insert", () -> hasStore(data));
        Path filler = fill(data);
        Jar.Ended ended = run.await().expect(1);
        String cell = results.states().keySet().iterator().next();
        assertEquals(List.of("FAILED"), results.outcomes(), ended::said);
        assertTrue(results.reason(cell).endsWith("the disk is full: free space, then use --resume"), ended::said);
        assertEquals(List.of(), Jar.datasets(data));

        Files.delete(filler);
        jar.run("run --page-only --resume results --dir data").expect(0);
        assertEquals(List.of("DONE"), results.outcomes());
        assertEquals(List.of(), Jar.datasets(data));
    }

    /** RocksDB's destructors may wait for ever on a full disk: its fork has to end without them, by SIGKILL. */
    @Test
    void aForkIsKilledBeforeTheDiskIsFull() throws Exception {
        Path data = here.resolve("data");
        mount(data, "400m");
        Jar.Running run = jar.start(
                "run --page-only --engines rocksdb --workloads insert --threads 1 --entries 300k --step 100k --dir data --results results");
        run.await("the store of the insert", () -> hasStore(data));
        fill(data, 4L << 20); // half of what a fork leaves unused
        Jar.Ended ended = run.await().expect(1);
        String cell = results.states().keySet().iterator().next();
        assertTrue(results.reason(cell).startsWith("the disk is nearly full"), results.reason(cell));
        String log = Files.readString(here.resolve("results/cells/" + cell + ".log"));
        assertTrue(log.contains("exit code 137"), log);
        assertEquals(List.of(), Jar.datasets(data), ended::said);
    }

    private static boolean hasStore(Path data) {
        try (Stream<Path> tree = Files.walk(data, 3)) {
            return tree.anyMatch(file -> file.endsWith("data.mdb") || file.endsWith("CURRENT"));
        } catch (IOException | java.io.UncheckedIOException changing) {
            return false; // a folder went while it was listed: look again
        }
    }

    /** Takes all space that is left. */
    private static Path fill(Path data) throws IOException {
        return fill(data, -1);
    }

    /** Takes all space but {@code left} bytes. */
    private static Path fill(Path data, long left) throws IOException {
        Path filler = data.resolve("filler");
        byte[] chunk = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (Files.getFileStore(data).getUsableSpace() > left) {
                out.write(chunk);
            }
        } catch (IOException full) {
            assertTrue(full.getMessage().contains("No space left"), full.getMessage());
        }
        return filler;
    }
}
