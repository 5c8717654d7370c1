package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.Tree;

/** Whether the JIT compiler is at work, from the kernel's words on threads. */
class CompilerThreadsTest {
    @ParameterizedTest
    @CsvSource({
        "C2 CompilerThre, R, false",
        "C1 CompilerThre, R, false",
        "C2 CompilerThre, S, true",
        "VM Thread, R, true",
        "worker) R (C2, S, true"
    })
    void aThreadOfTheCompilerThatRunsIsAtWork(String name, String state, boolean idle, @TempDir Path threads)
            throws IOException {
        thread(threads, 10, "java", "S");
        thread(threads, 11, name, state);
        assertEquals(idle, CompilerThreads.areIdle(threads));
    }

    @Test
    void aThreadThatHasEndedMeanwhileIsNotAtWork(@TempDir Path threads) throws IOException {
        Files.createDirectories(threads.resolve("12")); // its files are gone
        assertTrue(CompilerThreads.areIdle(threads));
    }

    /** Otherwise the kernel's or the JVM's words have changed, and nothing would be waited for. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theCompilersThreadsAreNamedAsExpected() throws IOException {
        assertTrue(Tree.list(Path.of("/proc/self/task")).stream().anyMatch(CompilerThreadsTest::isCompiler));
    }

    private static boolean isCompiler(Path thread) {
        try {
            return CompilerThreads.isCompiler(Files.readString(thread.resolve("stat")));
        } catch (IOException ended) {
            return false;
        }
    }

    private static void thread(Path threads, int id, String name, String state) throws IOException {
        Path folder = Files.createDirectories(threads.resolve(String.valueOf(id)));
        Files.writeString(folder.resolve("stat"), id + " (" + name + ") " + state + " 1 2 3\n");
    }
}
