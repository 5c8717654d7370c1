package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.OwnJvm;
import storemark.Tree;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.LoadOptions;
import storemark.dataset.Progress;
import storemark.dataset.Scratch;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engines.Engines;
import storemark.results.Json;

/** Nothing is deleted or overwritten that is not proved to be ours, whatever it is called and whatever it looks like. */
class ForeignDataTest {
    private static final Engines ENGINES = Engines.load();
    private static final Records RECORDS = new Records(1, 8, 20, 20, 0);
    private static final long NO_PROCESS = 4_194_305; // one more than Linux gives

    private final Path outside;
    private final Path data;

    ForeignDataTest(@TempDir Path here) throws IOException {
        outside = Files.createDirectory(here.resolve("outside"));
        data = Files.createDirectory(here.resolve("data"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"site-copy-4194305-t1-r1", "scratch-4194305-insert-7"})
    void aRunSweepsNoFolderThatOnlyHasTheNameOfOurs(String name) throws Exception {
        Path site = lookalike(data.resolve(name));
        Files.createFile(site.resolve("storemark-scratch"));
        assertUntouched(site, this::sweep);
        assertTrue(Commands.run("datasets", "list", "--dir", data.toString())
                .said()
                .contains(name + System.lineSeparator() + "    not known to be made by Storemark"));
    }

    @Test
    void aRunSweepsScratchFoldersAndCopiesOnceTheirProcessHasEnded() throws Exception {
        load(new Datasets(data));
        // As of a process in another namespace, whose id tells nothing here.
        Path copy = data.resolve("site-copy-" + NO_PROCESS + "-t1-r1");
        Path scratch = data.resolve("scratch-" + NO_PROCESS + "-insert-1");
        List<String> command =
                OwnJvm.command(Owner.class, List.of(), data.toString(), copy.toString(), scratch.toString());
        Process owner = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertEquals("ready", owner.inputReader().readLine());
            sweep();
            assertTrue(Files.exists(copy.resolve("manifest.json")) && Files.exists(scratch), "both are in use");
            assertRefused("is in use by another process", copy.getFileName().toString());
        } finally {
            owner.destroyForcibly().waitFor();
        }
        sweep();
        assertFalse(Files.exists(copy) || Files.exists(scratch));
        assertTrue(new Datasets(data).find(spec()).isPresent());
    }

    /** Makes a copy and a scratch folder, and has both until it is killed. */
    static final class Owner {
        private Owner() {}

        @SuppressWarnings("SystemOut")
        public static void main(String[] args) throws Exception {
            Path data = Path.of(args[0]);
            new Datasets(data).find(spec()).orElseThrow().copyTo(Path.of(args[1]), Progress.Listener.NONE);
            Path scratch = Scratch.create(data, "insert").path().getParent();
            Files.move(scratch, Path.of(args[2]));
            System.out.println("ready");
            System.in.read();
        }
    }

    @Test
    void aDatasetBehindALinkIsNotRemoved() throws Exception {
        Path elsewhere = load(new Datasets(outside));
        Files.createSymbolicLink(data.resolve("link"), elsewhere);
        assertUntouched(elsewhere, () -> assertRefused("is a symbolic link", "link"));
        assertTrue(Files.isSymbolicLink(data.resolve("link")), "the link is somebody's too");
    }

    @Test
    void aFolderThatLooksLikeADatasetIsNotRemoved() throws Exception {
        Path site = lookalike(data.resolve("site"));
        assertUntouched(site, () -> assertRefused("is not known to be made by Storemark", "site"));
    }

    @Test
    void aDatasetThatIsMovedToAnotherDirectoryIsNotRemovedThere() throws Exception {
        Path ours = load(new Datasets(outside));
        Path moved = Files.move(ours, data.resolve(ours.getFileName()));
        assertUntouched(
                moved,
                () -> assertRefused(
                        "is not known to be made by Storemark",
                        moved.getFileName().toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"storemark.lock", "manifest.json", "manifest.json.tmp", "store", "storemark.json"})
    void aLinkInPlaceOfOneOfOurFilesIsNotWrittenThrough(String name) throws Exception {
        Path letter = Files.writeString(outside.resolve("letter.txt"), "precious");
        Path dataset = load(new Datasets(data));
        Path taken = dataset.resolve(name);
        if (Files.exists(taken)) {
            Files.move(taken, outside.resolve("taken"));
        }
        Files.createSymbolicLink(taken, name.equals("store") ? outside : letter);
        assertUntouched(outside, () -> {
            Commands.run(
                    "datasets",
                    "remove",
                    "--dir",
                    data.toString(),
                    dataset.getFileName().toString());
            Commands.run("verify", "--folder", dataset.toString());
            try {
                new Datasets(data).load(spec(), loadOptions(), true);
                fail("loaded through a link");
            } catch (IOException refused) {
                assertTrue(refused.getMessage().contains("left alone"), refused.getMessage());
            }
        });
    }

    @Test
    void aStoreThatHoldsALinkIsNotCopied() throws Exception {
        Path letter = Files.writeString(outside.resolve("letter.txt"), "precious");
        Datasets datasets = new Datasets(data);
        Path dataset = load(datasets);
        Files.createSymbolicLink(dataset.resolve("store/link"), letter);
        try {
            datasets.find(spec()).orElseThrow().copyTo(data.resolve("copy"), Progress.Listener.NONE);
            fail("copied a link");
        } catch (IOException refused) {
            assertTrue(refused.getMessage().contains("is a symbolic link"), refused.getMessage());
        }
    }

    @Test
    void reportsAreNotWrittenThroughLinks() throws Exception {
        Path letter = Files.writeString(outside.resolve("letter.txt"), "precious");
        Path out = Files.createDirectory(data.resolve("out"));
        for (String name : List.of("report.html", "results.csv", "report.html.tmp")) {
            Files.createSymbolicLink(out.resolve(name), letter);
        }
        Commands.said(0, "report", "charts/quick", "--page-only", "--out", out.toString());
        assertEquals("precious", Files.readString(letter));
        assertTrue(Files.size(out.resolve("report.html")) > 1000);
    }

    @Test
    void runFilesAreNotWrittenThroughLinks() throws Exception {
        Path letter = Files.writeString(outside.resolve("letter.txt"), "precious");
        Files.createSymbolicLink(data.resolve("run.json.tmp"), letter);
        Files.createSymbolicLink(data.resolve("run.json"), letter);
        Json.write(data.resolve("run.json"), Map.of("ours", true));
        assertEquals("precious", Files.readString(letter));
        assertFalse(Files.isSymbolicLink(data.resolve("run.json")));
    }

    private interface Attack {
        void run() throws Exception;
    }

    private static void assertUntouched(Path folder, Attack attack) throws Exception {
        Map<String, String> before = Tree.content(folder);
        attack.run();
        assertEquals(before, Tree.content(folder));
    }

    private void assertRefused(String why, String name) {
        String said = Commands.said(Failure.REFUSED, "datasets", "remove", "--dir", data.toString(), name);
        assertTrue(said.contains(why), said);
    }

    private void sweep() throws Exception {
        new Datasets(data).sweep();
    }

    private static Path lookalike(Path site) throws IOException {
        Files.createDirectories(site.resolve("store"));
        Files.writeString(site.resolve("store/shop.php"), "precious");
        Files.writeString(site.resolve("manifest.json"), "{\"name\": \"shop\", \"start_url\": \"/\"}");
        return site;
    }

    private static DatasetSpec spec() {
        EngineSpec spec = EngineSpec.parse("files-flat");
        return DatasetSpec.of(ENGINES.of(spec), spec, RECORDS, 100, null);
    }

    private static LoadOptions loadOptions() {
        return new LoadOptions(1 << 20, 1, Progress.Listener.NONE);
    }

    private Path load(Datasets datasets) throws Exception {
        return datasets.load(spec(), loadOptions(), false).folder();
    }
}
