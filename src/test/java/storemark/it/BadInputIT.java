package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong is told in one line that says what to do, with the exit code of its kind, before anything is touched. */
class BadInputIT {
    private static final int USAGE = 2;
    private static final int REFUSED = 3;
    private static final String SMALL = " --workloads read --threads 1 --entries 1k --step 1k --time 50ms";

    @TempDir
    static Path here;

    private static Jar jar;

    @BeforeAll
    static void folder() throws IOException {
        jar = new Jar(here);
        Files.writeString(here.resolve("file"), "in the way\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --dry-run --engines lmbd          | no engine 'lmbd': did you mean 'lmdb'?
            --engines lmdb                        | --engines needs a command before it: run
            rnu quick                             | no command or benchmark matches rnu quick: did you mean run? -l
            verfy --engines lmdb                  | did you mean verify? this is JMH's command line
            --entires 5                           | did you mean run --engines or run --entries? this is JMH's command line
            --vresion                             | did you mean --version? this is JMH's command line
            NoSuchBenchmark                       | -l lists the benchmarks
            jmh rnu                               | -l lists the benchmarks
            ReadBenchmark -f 0                    | use -f 1
            ReadBenchmark -zz                     | is not a recognized option: this is JMH's command line
            """)
    void wrongUsage(String command, String told) throws Exception {
        jar.run(command.strip().split(" ")).expectLine(USAGE, told.strip());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --engines null --dir file/below --results never  | file is not a directory
            run --engines null --dir data --results taken        | taken is not empty: name another --results
            run --resume nowhere                                 | nowhere is not the folder of a run
            report taken                                         | taken is not the folder of a run
            run --engines null --dir data --results torn         | delete torn and start the run again
            run --resume torn                                    | delete torn and start the run again
            report torn                                          | delete torn and start the run again
            verify --engines heap --dir nowhere                  | use load with the same options
            verify --engines heap,null --dir nowhere             | null is the control and keeps no records to verify
            """)
    void refusedToStart(String command, String told) throws Exception {
        Files.createDirectories(here.resolve("torn/cells"));
        Files.createDirectories(here.resolve("taken"));
        Files.writeString(here.resolve("taken/letter.txt"), "not ours\n");
        String small = command.startsWith("run --engines") ? SMALL : "";
        jar.run((command.strip() + small).split(" ")).expectLine(REFUSED, told.strip());
        assertEquals("not ours\n", Files.readString(here.resolve("taken/letter.txt")));
        assertFalse(Files.exists(here.resolve("never")));
    }

    @Test
    void aDirectoryWithoutPermissionIsRefused() throws Exception {
        Path locked = Files.createDirectories(here.resolve("locked"));
        boolean root = System.getProperty("user.name").equals("root");
        if (root) {
            assumeTrue(
                    Mounted.tmpfs(locked, "ro,size=1m"), "skipped: root may write everywhere, and cannot mount here");
        } else {
            assumeTrue(locked.toFile().setWritable(false), "skipped: permissions cannot be changed here");
        }
        try {
            jar.run(("run --engines null --dir locked --results never" + SMALL).split(" "))
                    .expectLine(REFUSED, "no permission to write to " + locked.toRealPath());
            jar.run("load", "--engines", "null", "--entries", "1k", "--dir", "locked/below")
                    .expectLine(REFUSED, "no permission to write to " + locked.toRealPath());
        } finally {
            if (root) {
                Mounted.remove(locked);
            } else {
                assumeFalse(!locked.toFile().setWritable(true), "the folder stays locked");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            settings:\\n  entries: 1k\\n  timme: 5s | wrong.yaml:3:3: no setting 'timme': did you mean 'time'?
            settings:\\n  entries: [1k, 2k]         | wrong.yaml:2:12: 'entries' holds text or a number
            settings: {entries: 1k, step: 2k}       | wrong.yaml:1:31: step: '2k': must be between 1 and the number of entries, 1k
            settings: {engines: [lmdb, lmbd]}       | wrong.yaml:1:28: no engine 'lmbd': did you mean 'lmdb'?
            """)
    void aWrongSuiteFileIsToldByLineAndColumn(String yaml, String told) throws Exception {
        Files.writeString(here.resolve("wrong.yaml"), yaml.strip().replace("\\n", "\n") + "\n");
        jar.run("run", "--dry-run", "wrong.yaml").expectLine(USAGE, told.strip());
    }

    @Test
    void whatAnEngineCannotDoIsListedAndNotMeasured() throws Exception {
        Jar.Ended ended =
                jar.run(("run --engines heap,null --durability power --dir data --results power" + SMALL).split(" "));
        ended.expect(0);
        RunResults results = new RunResults(here.resolve("power"));
        assertEquals(
                List.of("UNSUPPORTED", "DONE"), List.copyOf(results.states().values()));
        String heap = results.states().keySet().iterator().next();
        assertTrue(results.reason(heap).contains("the map dies with the process"), results.reason(heap));
        assertTrue(Files.readString(here.resolve("power/report.html")).contains("the map dies with the process"));
    }

    @Test
    void aBrokenManifestIsRefusedUntilForced() throws Exception {
        String load = "load --engines lmdb --entries 1k --dir broken";
        jar.run(load.split(" ")).expect(0);
        Path manifest = dataset("broken").resolve("manifest.json");
        Files.writeString(manifest, "{\"format\": 1,");
        List<String> before = names(dataset("broken").resolve("store"));

        String told = "manifest.json is damaged: ";
        jar.run(load.split(" ")).expectLine(REFUSED, told);
        jar.run("verify --engines lmdb --entries 1k --dir broken".split(" ")).expectLine(REFUSED, told);
        assertEquals("{\"format\": 1,", Files.readString(manifest));
        assertEquals(before, names(dataset("broken").resolve("store")));

        jar.run((load + " --force").split(" ")).expect(0);
        jar.run("verify --engines lmdb --entries 1k --dir broken".split(" ")).expect(0);
    }

    @Test
    void aFolderThatIsSomebodyElsesIsNeverTouched() throws Exception {
        String load = "load --engines lmdb --entries 1k --dir foreign";
        jar.run(load.split(" ")).expect(0);
        Path folder = dataset("foreign");
        Files.delete(folder.resolve("manifest.json"));
        Files.writeString(folder.resolve("thesis.txt"), "the only copy\n");
        List<String> before = names(folder);
        for (String force : List.of("", " --force")) {
            jar.run((load + force).split(" "))
                    .expectLine(REFUSED, "is not known to be made by Storemark, so it is left alone: move it away");
        }
        assertEquals(before, names(folder));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --entires 5 --stacktrace", "--stacktrace verify --engines null --dir nowhere"})
    void aStackTraceIsShownOnlyWhereItIsAskedFor(String command) throws Exception {
        Jar.Ended asked = jar.run(command.split(" "));
        assertTrue(asked.err().stream().anyMatch(line -> line.startsWith("\tat storemark.")), asked::said);
        Jar.Ended plain = jar.run(command.replace("--stacktrace", "").strip().split(" "));
        assertEquals(asked.exitCode(), plain.exitCode());
        assertEquals(List.of(asked.err().get(asked.err().size() - 1)), plain.err());
    }

    private static Path dataset(String directory) throws IOException {
        return Jar.datasets(here.resolve(directory)).get(0);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Every file system of ext4 has one, which belongs to root. */
    @Test
    void usesADirectoryWithAFolderThatMayNotBeRead(@TempDir Path mount) throws Exception {
        Jar nobody = Jar.asNobody(mount);
        Path data = Files.createDirectory(mount.resolve("nobody/data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.createDirectory(
                data.resolve("lost+found"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        nobody.run(("run --page-only --engines null --dir data --results results" + SMALL).split(" "))
                .expect(0);
        nobody.run("load --engines lmdb --entries 100 --dir data".split(" ")).expect(0);
        Jar.Ended listed = nobody.run("datasets list --dir data".split(" ")).expect(0);
        assertTrue(listed.said().contains("2 datasets"), listed::said);
        assertFalse(listed.said().contains("lost+found"), listed::said);
    }

    /** In a sticky folder the kernel may refuse to open another user's file as if to create it. */
    @Test
    void theLockOfRootsRunServesOthersOrSaysWhatToDelete(@TempDir Path mount) throws Exception {
        Jar nobody = Jar.asNobody(mount);
        Path temporary = mount.resolve("nobody/tmp");
        Files.setAttribute(temporary, "unix:mode", 01777);
        String run = "run --page-only --engines null" + SMALL;
        new Jar(mount.resolve("nobody"))
                .run((run + " --dir roots --results root").split(" "))
                .expect(0);
        nobody.run((run + " --dir data --results first").split(" ")).expect(0);
        Files.setPosixFilePermissions(temporary.resolve("jmh.lock"), PosixFilePermissions.fromString("rw-------"));
        nobody.run((run + " --dir data --results second").split(" "))
                .expectLine(
                        REFUSED,
                        "jmh.lock cannot be opened: delete it as that user or as root, or give java"
                                + " -Djava.io.tmpdir=DIR before -jar");
    }
}
