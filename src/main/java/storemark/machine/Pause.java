package storemark.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Stops a process where it is and lets it continue, by SIGSTOP and SIGCONT. Needs {@code kill} and util-linux. */
public final class Pause {
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
     * Whether processes can be stopped here without being left behind.
     *
     * @return false where {@code setpriv} is missing or too old
     */
    public static boolean isPossible() {
        try {
            Process process = new ProcessBuilder(END_WITH_PARENT, "--pdeathsig", "KILL", "--", "true")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Stops {@code process}, if it is still there. */
    public static void stop(long process) throws IOException, InterruptedException {
        signal("STOP", process);
    }

    /** Lets {@code process} continue, if it is still there. */
    public static void resume(long process) throws IOException, InterruptedException {
        signal("CONT", process);
    }

    /** Whether somebody has stopped {@code process}. */
    public static boolean isStopped(long process) {
        String stat = SystemFiles.read(Path.of("/proc/" + process + "/stat"));
        return stat != null && stat.startsWith(") T", stat.lastIndexOf(')'));
    }

    private static void signal(String name, long process) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (kill.waitFor() != 0 && ProcessHandle.of(process).isPresent()) {
            throw new IOException("process " + process + " cannot be sent SIG" + name);
        }
    }
}
