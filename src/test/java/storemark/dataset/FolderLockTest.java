package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.OwnJvm;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.EngineSpec;
import storemark.engine.Records;

class FolderLockTest {
    @TempDir
    Path root;

    private final List<Process> children = new ArrayList<>();

    /** A process that holds the lock of a folder until it is killed. */
    static final class Holder {
        private Holder() {}

        @SuppressWarnings("SystemOut")
        public static void main(String[] args) throws Exception {
            try (FolderLock lock = FolderLock.take(Path.of(args[0]))) {
                System.out.println("locked");
                System.in.read();
            } catch (DatasetException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }

    private Process holder(Path folder) throws Exception {
        Process child = new ProcessBuilder(OwnJvm.command(Holder.class, List.of(), folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        return child;
    }

    private static String says(Process child) throws Exception {
        return child.inputReader().readLine();
    }

    @AfterEach
    void endChildren() throws Exception {
        for (Process child : children) {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void anotherProcessKeepsTheFolderUntilItIsKilled() throws Exception {
        DatasetSpec spec =
                DatasetSpec.of(new LogEngine(), EngineSpec.parse("log"), new Records(1, 8, 10, 10, 0), 100, null);
        Datasets datasets = new Datasets(root);
        Dataset dataset = datasets.load(spec, LogDataset.QUIETLY, false);
        Process child = holder(dataset.folder());
        assertEquals("locked", says(child));

        String expected = dataset.folder() + " is in use by process " + child.pid()
                + ": wait for it to end, or choose another --dir";
        for (var attempt : List.<org.junit.jupiter.api.function.Executable>of(
                () -> dataset.open(LogDataset.READING),
                new Folder(dataset.folder())::remove,
                () -> datasets.load(spec, LogDataset.QUIETLY, true))) {
            DatasetException refusal = assertThrows(DatasetException.class, attempt);
            assertEquals(Reason.LOCKED, refusal.reason());
            assertEquals(expected, refusal.getMessage());
        }

        child.destroyForcibly().waitFor();
        dataset.open(LogDataset.READING).close();
    }

    @Test
    void aFolderThatIsBeingLoadedIsInUseAndNotUnfinished() throws Exception {
        DatasetSpec spec =
                DatasetSpec.of(new LogEngine(), EngineSpec.parse("log"), new Records(1, 8, 10, 10, 0), 100, null);
        Datasets datasets = new Datasets(root);
        Path folder = Files.createDirectories(datasets.folder(spec));
        Ownership.claim(folder);
        Files.writeString(folder.resolve(Marker.LOADING), "{}");
        Process child = holder(folder);
        assertEquals("locked", says(child));
        assertEquals(
                Reason.LOCKED,
                assertThrows(DatasetException.class, () -> datasets.find(spec)).reason());
        child.destroyForcibly().waitFor();
        assertEquals(
                Reason.UNFINISHED,
                assertThrows(DatasetException.class, () -> datasets.find(spec)).reason());
    }

    @Test
    void aRefusedSecondOpenerInThisProcessDoesNotLetOthersIn() throws Exception {
        try (FolderLock lock = FolderLock.take(root)) {
            assertThrows(DatasetException.class, () -> FolderLock.take(root));
            String answer = says(holder(root));
            assertTrue(
                    answer.contains(
                            "is in use by process " + ProcessHandle.current().pid()),
                    answer);
        }
        assertEquals("locked", says(holder(root)));
    }
}
