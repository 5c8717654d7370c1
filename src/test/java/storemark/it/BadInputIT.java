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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.Mounted;

/** What is wrong is told in one line that says what to do, with the exit code of its kind, before anything is touched. */
class BadInputIT {
    private static final int USAGE = 2;
    private static final int REFUSED = 3;
    private static final String SMALL = " --workloads insert --threads 1 --entries 1k --step 1k --time 50ms";

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
            rnu quick                             | no command or benchmark matches rnu quick: did you mean run? -l
            ReadBenchmark -zz                     | is not a recognized option: this is JMH's command line
            """)
    void wrongUsage(String command, String told) throws Exception {
        jar.run(command.strip()).expectLine(USAGE, told.strip());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --engines null --dir file/below --results never  | file is not a directory
            run --engines null --dir data --results taken        | taken is not empty: name another folder
            report taken                                         | taken is not the folder of a run
            run --resume torn                                    | delete torn and start the run again
            verify --engines heap --dir nowhere                  | use load with the same options
            """)
    void refusedToStart(String command, String told) throws Exception {
        Files.createDirectories(here.resolve("torn/cells"));
        Files.createDirectories(here.resolve("taken"));
        Files.writeString(here.resolve("taken/letter.txt"), "not ours\n");
        String small = command.startsWith("run --engines") ? SMALL : "";
        jar.run(command.strip() + small).expectLine(REFUSED, told.strip());
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
            jar.run("run --engines null --dir locked --results never" + SMALL)
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

    @Test
    void whatAnEngineCannotDoIsListedAndNotMeasured() throws Exception {
        jar.run("run --page-only --engines heap,null --durability power --dir data --results power" + SMALL)
                .expect(0);
        RunResults results = new RunResults(here.resolve("power"));
        assertEquals(List.of("UNSUPPORTED", "DONE"), results.outcomes());
        String heap = results.states().keySet().iterator().next();
        assertTrue(results.reason(heap).contains("the map dies with the process"), results.reason(heap));
        assertTrue(Files.readString(here.resolve("power/report.html")).contains("the map dies with the process"));
    }

    @Test
    void aStackTraceIsShownOnlyWhereItIsAskedFor() throws Exception {
        String command = "--stacktrace verify --engines heap,null --dir nowhere";
        Jar.Ended asked = jar.run(command);
        assertTrue(asked.err().stream().anyMatch(line -> line.startsWith("\tat storemark.")), asked::said);
        Jar.Ended plain = jar.run(command.replace("--stacktrace", "").strip())
                .expectLine(REFUSED, "null is the control and keeps no records to verify");
        assertEquals(asked.exitCode(), plain.exitCode());
        assertEquals(List.of(asked.err().get(asked.err().size() - 1)), plain.err());
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
        nobody.run("run --page-only --engines null --dir data --results results" + SMALL)
                .expect(0);
        nobody.run("load --engines lmdb --entries 100 --dir data").expect(0);
        Jar.Ended listed = nobody.run("datasets list --dir data").expect(0);
        assertTrue(listed.said().contains("1 dataset,"), listed::said);
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
                .run(run + " --dir roots --results root")
                .expect(0);
        nobody.run(run + " --dir data --results first").expect(0);
        Files.setPosixFilePermissions(temporary.resolve("jmh.lock"), PosixFilePermissions.fromString("rw-------"));
        nobody.run(run + " --dir data --results second")
                .expectLine(
                        REFUSED,
                        "jmh.lock cannot be opened: delete it as that user or as root, or give java"
                                + " -Djava.io.tmpdir=DIR before -jar");
    }
}
