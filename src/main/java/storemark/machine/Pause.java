package storemark.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Stops a process where it is, lets it continue, or ends it, by SIGSTOP, SIGCONT and SIGKILL. Needs util-linux. */
public final class Pause {
    /** Asks whether a signal could be sent. */
    private static final int NO_SIGNAL = 0;

    /** Their numbers on Linux, but for processors that Java does not run on. */
    private static final int SIGKILL = 9;

    private static final int SIGCONT = 18;
    private static final int SIGSTOP = 19;

    /** One that has ended never stops. */
    private static final long LONGEST_STOP_NANOS = 100_000_000;

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String END_WITH_PARENT = "setpriv";

    private Pause() {}

    /**
     * What to put before the command of a process that will be stopped: the kernel ends it when the thread that has started it
     * ends, which a stopped process could not do itself.
     */
    public static List<String> commandPrefix() {
        return List.of(END_WITH_PARENT, "--pdeathsig", "KILL", "--");
    }

    /**
     * Checks that processes can be stopped here without being left behind.
     *
     * @throws IOException with one line, where {@code setpriv} is missing or too old
     */
    public static void check() throws IOException {
        try {
            CLibrary.LIBRARY.kill(Math.toIntExact(ProcessHandle.current().pid()), NO_SIGNAL);
        } catch (LinkageError missing) {
            throw new IOException(
                    "the C library cannot be called, which stops forks: " + missing.getMessage(), missing);
        }
        List<String> command = new ArrayList<>(commandPrefix());
        command.add("true");
        if (Tool.run("util-linux", LIMIT, command).exitCode() != 0) {
            throw new IOException(
                    "setpriv has no --pdeathsig, which ends forks when this process ends: update util-linux");
        }
    }

    /**
     * Stops {@code process}, if it is still there, and waits until it has stopped: the signal is taken by one of its threads, which has to
     * be scheduled for that, and until then the others go on.
     */
    public static void stop(long process) throws IOException {
        signal(SIGSTOP, process);
        long sent = System.nanoTime();
        while (!isStopped(process) && System.nanoTime() - sent < LONGEST_STOP_NANOS) {
            Thread.onSpinWait();
        }
    }

    /** Lets {@code process} continue, if it is still there. */
    public static void resume(long process) throws IOException {
        signal(SIGCONT, process);
    }

    /**
     * Ends {@code process} at once, also this one: {@link Runtime#halt} runs the destructors of native libraries, which may wait for
     * ever.
     */
    public static void kill(long process) throws IOException {
        signal(SIGKILL, process);
    }

    /** Whether somebody has stopped {@code process}. */
    public static boolean isStopped(long process) {
        String stat = SystemFiles.read(Path.of("/proc/" + process + "/stat"));
        return stat != null && stat.startsWith(") T", stat.lastIndexOf(')'));
    }

    /** By a call, because a command would start two processes between any two turns. */
    private static void signal(int number, long process) throws IOException {
        if (CLibrary.LIBRARY.kill(Math.toIntExact(process), number) != 0
                && ProcessHandle.of(process).isPresent()) {
            throw new IOException("process " + process + " cannot be sent signal " + number);
        }
    }
}
