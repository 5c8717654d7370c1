package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void readsOutputAndErrorsOfAnyLength() throws IOException {
        String command = "seq 1 50000; seq 1 50000 >&2; exit 3";
        Tool.Result result = Tool.run("bash", LIMIT, List.of("/bin/sh", "-c", command));
        assertEquals(3, result.exitCode());
        assertEquals(50_000, result.output().lines().count());
        assertEquals(50_000, result.errors().lines().count());
        assertEquals("1", result.complaint());
    }

    @Test
    void namesThePackageOfAMissingTool() {
        IOException missing = assertThrows(IOException.class, () -> Tool.run("util-linux", LIMIT, List.of("no-tool")));
        assertEquals("no-tool is missing: install the package util-linux", missing.getMessage());
    }

    @Test
    void killsAToolThatTakesTooLong() {
        List<String> sleep = List.of("sleep", "60");
        IOException late = assertThrows(IOException.class, () -> Tool.run("coreutils", Duration.ZERO, sleep));
        assertEquals("sleep did not end within 0 s", late.getMessage());
        assertTrue(noChildSleeps());
    }

    private static boolean noChildSleeps() {
        return ProcessHandle.current()
                .children()
                .noneMatch(child -> child.info().command().orElse("").endsWith("sleep"));
    }

    @Test
    void killsAToolWhenItsThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        List<String> sleep = List.of("sleep", "60");
        assertThrows(InterruptedIOException.class, () -> Tool.run("coreutils", LIMIT, sleep));
        assertTrue(Thread.interrupted(), "the thread is still interrupted");
        assertTrue(noChildSleeps());
    }
}
