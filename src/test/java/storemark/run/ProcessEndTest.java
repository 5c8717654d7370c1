package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import storemark.OwnJvm;

/** How real processes end, and what is told of it. */
class ProcessEndTest {
    private static ProcessEnd shell(String script) throws Exception {
        return ProcessEnd.of(new ProcessBuilder("sh", "-c", script).start());
    }

    @Test
    void oneThatEndsItselfIsToldByItsExitCode() throws Exception {
        ProcessEnd end = shell("exit 3");
        assertFalse(end.bySignal());
        assertEquals("ended with exit code 3", end.inWords());
    }

    @Test
    void oneThatIsKilledIsToldByTheNameOfTheSignal() throws Exception {
        ProcessEnd end = shell("kill -BUS $$");
        assertTrue(end.bySignal());
        assertEquals("died: SIGBUS", end.inWords());
        assertEquals("died: SIGKILL", shell("kill -KILL $$").inWords());
        assertEquals("died: SIGUSR2", shell("kill -USR2 $$").inWords());
        assertEquals("died: signal 16", shell("kill -16 $$").inWords());
    }

    @Test
    void oneThatAbortsWithoutAReportIsToldAsThat() throws Exception {
        assertEquals("died: SIGABRT", shell("kill -ABRT $$").inWords());
    }

    /** The exit code is that of SIGABRT: the JVM catches the fault and ends itself once it has written its report. */
    @Test
    void aFaultOfAJvmIsToldAsItsReportHasIt() throws Exception {
        Process process = new ProcessBuilder(
                        OwnJvm.command(Fault.class, List.of("-XX:ErrorFile=/tmp/hs_err_pid%p.log")))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        ProcessEnd end = ProcessEnd.of(process);
        Path report = Path.of("/tmp/hs_err_pid" + end.pid() + ".log");
        try {
            String told = end.inWords();
            assertTrue(told.matches("died: SIGSEGV in .+ \\(report: " + report + "\\)"), told);
        } finally {
            Files.deleteIfExists(report);
        }
    }

    /** A JVM that is sent the signal of a fault takes it for one. */
    static final class Fault {
        private Fault() {}

        public static void main(String[] none) throws Exception {
            String self = String.valueOf(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-SEGV", self).start().waitFor();
            Thread.sleep(60_000);
        }
    }
}
