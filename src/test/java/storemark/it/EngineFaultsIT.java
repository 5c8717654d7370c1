package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static storemark.LoopDevice.sh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.Mounted;
import storemark.Tree;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engines.Engines;
import storemark.it.ListedEngines.Listed;

/**
 * Faults of directories, files and disks under every engine and profile that is available: the engine's error comes as one line of
 * ours that says what and where, and nothing half-written is taken for whole. What a library does to its process, it does to a child.
 */
class EngineFaultsIT {
    private static final Records RECORDS = new Records(5, 8, 100, 100, 0.0);
    private static final int COUNT = 2000;
    private static final int MANY = 300_000;
    private static final String SHAPE = " --cache 32m --value-bytes 100 --seed 5 --entries ";
    /** Whose libraries trust a page so far that a damaged one may end the process, and why. */
    private static final Map<String, String> MAY_DIE_OF_DAMAGE = Map.of(
            "tupl:mapped",
            "has no checksums in 1.3 and reads its map by Unsafe: what a damaged page says is taken for true",
            "bdb",
            "has no checksums by default and follows the offsets within a page in C");

    /** Whose libraries trust their map to be as long as the file was. */
    private static final Map<String, String> MAY_DIE_OF_A_LOST_END = Map.of(
            "lmdb", "looks for no checksums and no length: a page past the file's end is a fault of the memory",
            "lmdb:nordahead", "as lmdb",
            "lmdb:append", "as lmdb",
            "lmdb:default", "as lmdb",
            "lmdb:ffm", "as lmdb",
            "lmdb:1.0", "as lmdb");

    /** Whose libraries write through a memory map: where the system has no block for a page, it ends the process. */
    private static final Map<String, String> MAY_DIE_OF_A_FULL_DISK = Map.of(
            "lmdb:writemap", "writes its pages through the map, which is larger than the file's blocks",
            "kyoto-treedb", "writes the file's first 64 MiB through a map",
            "kyoto-treedb:tuned", "as kyoto-treedb",
            "kyoto-treedb:default", "as kyoto-treedb",
            "leveldb:default", "as leveldb",
            "lmdb:tuned", "as lmdb:writemap",
            "leveldb", "writes log and tables through maps",
            "tupl:mapped", "closes itself and its map on the error, while the load may still read its pages by Unsafe",
            "leveldb:tuned", "as leveldb");

    /** LevelDB in Java writes through maps too, and its compaction, which the fault ends, may be waited for without end. */
    private static final Set<String> MAY_WAIT_ON_A_FULL_DISK =
            Set.of("leveldb-java", "leveldb-java:default", "leveldb-java:tuned");

    /** Profiles that write in another way than the plain engine does, so that a full disk is another fault. */
    private static final Set<String> WRITE_OTHERWISE = Set.of("lmdb:writemap", "tupl:mapped", "mapdb:tuned");

    @TempDir
    static Path here;

    private static Jar jar;
    private static List<String> specs;

    /** What cannot be in one process with {@code lmdb}: lmdbjava binds one library. */
    private static List<String> alone;

    /** Loads a small store of each, which the tests copy. */
    @BeforeAll
    static void load() throws Exception {
        jar = new Jar(here);
        List<String> usable =
                ListedEngines.of(jar).usable().stream().map(Listed::spec).toList();
        alone = usable.stream().filter(spec -> spec.startsWith("lmdb:1.0")).toList();
        specs = usable.stream().filter(spec -> !alone.contains(spec)).toList();
        run("load", String.join(",", specs), COUNT, "data").expect(0);
        for (String spec : alone) {
            run("load", spec, COUNT, "data").expect(0);
        }
    }

    static Stream<String> specs() {
        return Stream.concat(specs.stream(), alone.stream());
    }

    private static Jar.Ended run(String command, String engines, int entries, String directory) throws Exception {
        return run(jar, command, engines, entries, directory);
    }

    private static Jar.Ended run(Jar with, String command, String engines, int entries, String directory)
            throws Exception {
        return with.run(command + " --engines " + engines + SHAPE + entries + " --dir " + directory);
    }

    /** Where the dataset of {@code spec} is below {@code directory}. */
    private static Path folder(String directory, String spec, int entries) {
        EngineSpec named = EngineSpec.parse(spec);
        DatasetSpec dataset = DatasetSpec.of(Engines.load().of(named), named, RECORDS, entries, null);
        return new Datasets(here.resolve(directory)).folder(dataset);
    }

    private static Path copy(String spec, String directory) throws Exception {
        Path from = folder("data", spec, COUNT);
        Path to = folder(directory, spec, COUNT);
        Files.createDirectories(to.getParent());
        Path proof = to.resolveSibling("storemark.json");
        if (!Files.exists(proof)) { // without it the copy is not known to be made by the harness
            Files.copy(here.resolve("data/storemark.json"), proof);
        }
        sh("cp -a '" + from + "' '" + to + "'");
        return to;
    }

    /** One line on standard error, which names the engine and the place, with the exit code of a failure. */
    private static void expectTold(Jar.Ended ended, String spec, Path place, Map<String, String> mayDie) {
        assertFalse(ended.err().isEmpty(), ended::said);
        int last = ended.err().size() - 1;
        String line = ended.err().get(last);
        boolean died = line.startsWith("the process of the ");
        assertTrue(!died || mayDie.containsKey(spec), ended::said);
        // A process that dies may say more before, and one that might have died may have lost a thread of its library.
        boolean lostThreads = ended.err().subList(0, last).stream()
                .allMatch(before -> before.startsWith("a library thread failed: "));
        assertTrue(died || last == 0 || (lostThreads && mayDie.containsKey(spec)), ended::said);
        assertTrue(ended.exitCode() == 1 || (ended.exitCode() == 3 && !died), ended::said);
        assertTrue(line.matches(".*\\b" + Pattern.quote(spec) + "(?![\\w:]).*"), () -> spec + " is not in: " + line);
        assertTrue(
                died
                        ? line.contains(" died: SIG")
                        : line.contains(place.getFileName().toString()),
                ended::said);
        assertFalse(line.startsWith("unexpected "), ended::said);
    }

    /** All engines in one process: what is wrong with one does not keep another from being told. */
    private static void expectEachTold(Jar.Ended ended, List<String> those, String directory, String part) {
        assertTrue(ended.exitCode() == 1 || ended.exitCode() == 3, ended::said);
        assertEquals(1, ended.err().size(), ended::said);
        assertTrue(ended.err().get(0).contains(those.size() + " datasets failed verification"), ended::said);
        for (String spec : those) {
            List<String> lines = ended.out().stream()
                    .filter(line -> line.startsWith(spec + ": "))
                    .toList();
            assertEquals(1, lines.size(), () -> spec + ": " + ended.said());
            String line = lines.get(0);
            String place = directory + "/" + folder(directory, spec, COUNT).getFileName();
            assertTrue(
                    line.contains(part) && line.contains(place), () -> part + " at " + place + " is not in: " + line);
            assertFalse(line.contains(": unexpected "), line);
        }
    }

    @Test
    void aMissingStoreIsToldAndNothingIsMadeInItsPlace() throws Exception {
        for (String spec : specs) {
            sh("find '" + copy(spec, "emptied").resolve("store") + "' -mindepth 1 -delete");
        }
        expectEachTold(run("verify", String.join(",", specs), COUNT, "emptied"), specs, "emptied", " does not open: ");
        for (String spec : specs) {
            assertEquals(List.of(), Tree.files(folder("emptied", spec, COUNT).resolve("store")), spec);
        }
    }

    /** The lock of the dataset can be taken, so that it is the engine which meets files that it may not write. */
    @Test
    void aStoreThatMayNotBeWrittenIsToldOrReadAsItIs() throws Exception {
        Jar user = System.getProperty("user.name").equals("root")
                ? Jar.asNobody(here)
                : new Jar(Files.createDirectory(here.resolve("nobody")));
        for (String spec : specs) {
            Path folder = copy(spec, "readonly");
            permit(folder, "777", "666");
            permit(folder.resolve("store"), "555", "444");
        }
        try {
            Jar.Ended ended = run(user, "verify", String.join(",", specs), COUNT, "../readonly");
            assertEquals(1, ended.err().size(), ended::said);
            for (String spec : specs) {
                String sound = "2,000 entries of " + spec + ": 2,000 records";
                List<String> lines = ended.out().stream()
                        .filter(line -> line.startsWith(spec + ": ")
                                || (line.startsWith(sound) && line.endsWith("all correct")))
                        .toList();
                assertFalse(lines.isEmpty(), () -> spec + ": " + ended.said());
                assertFalse(lines.get(lines.size() - 1).contains("unexpected "), lines::toString);
            }
        } finally {
            permit(here.resolve("readonly"), "755", "644");
        }
    }

    private static void permit(Path tree, String folders, String files) throws IOException {
        sh("find '" + tree + "' -type d -exec chmod " + folders + " {} + ; find '" + tree + "' -type f -exec chmod "
                + files + " {} +");
    }

    private interface Damage {
        void to(StoreDamage place) throws IOException;
    }

    /** What the engine does not notice, the comparison of every value does. */
    @Test
    void damagedPagesAreTold() throws Exception {
        expectDamageTold("damaged", StoreDamage::overwrite, MAY_DIE_OF_DAMAGE);
    }

    @Test
    void aFileThatLostItsEndIsTold() throws Exception {
        expectDamageTold("cut", StoreDamage::cut, MAY_DIE_OF_A_LOST_END);
    }

    private static void expectDamageTold(String directory, Damage damage, Map<String, String> mayDie) throws Exception {
        for (String spec : specs().toList()) {
            damage.to(StoreDamage.of(copy(spec, directory).resolve("store"), RECORDS, COUNT));
        }
        List<String> together =
                specs.stream().filter(spec -> !mayDie.containsKey(spec)).toList();
        expectEachTold(run("verify", String.join(",", together), COUNT, directory), together, directory, "");
        for (String spec : specs().filter(spec -> !together.contains(spec)).toList()) {
            expectTold(run("verify", spec, COUNT, directory), spec, folder(directory, spec, COUNT), mayDie);
        }
    }

    static Stream<String> writers() {
        return specs().filter(spec -> !spec.contains(":") || WRITE_OTHERWISE.contains(spec));
    }

    /** The disk is one that preflight cannot see, at the dataset's own place; what is loaded is more than it holds. */
    @ParameterizedTest
    @MethodSource("writers")
    void aDiskThatFillsDuringALoadIsTold(String spec) throws Exception {
        assumeTrue(
                !MAY_WAIT_ON_A_FULL_DISK.contains(spec),
                "skipped: on a full disk the library may wait without end, or end the process (docs/engines/leveldb.md)");
        Path folder = Files.createDirectories(folder("full", spec, MANY));
        try (AutoCloseable mounted = Mounted.orSkip(folder, "size=24m")) {
            Jar.Ended ended = run("load", spec, MANY, "full");
            expectTold(ended, spec, folder, MAY_DIE_OF_A_FULL_DISK);
            assertTrue(
                    ended.err().get(ended.err().size() - 1).contains("free space or choose another --dir"),
                    ended::said);
            assertFalse(Files.exists(folder.resolve("manifest.json")), "a dataset that is not whole");
            assertTrue(Files.exists(folder.resolve("loading.json")), "what marks it as unfinished");
        }
    }
}
