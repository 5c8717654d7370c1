package storemark.jmh;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The threads of this JVM that compile, as the kernel sees them: what is read ahead of an increment runs code that its operations
 * share; compiling that code again would take a core from them. Where there is no {@code /proc}, nothing is waited for.
 */
final class CompilerThreads {
    /** Code that is compiled again and again must not hold up a run. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Path THREADS = Path.of("/proc/self/task");

    private CompilerThreads() {}

    /** Waits until the compiler has nothing to do, for a second at most. */
    static void awaitIdle() throws InterruptedException {
        long started = System.nanoTime();
        int idle = 0;
        while (idle < 2 && System.nanoTime() - started < LONGEST_NANOS) {
            idle = areIdle(THREADS) ? idle + 1 : 0;
            Thread.sleep(1);
        }
    }

    /** Whether none of the threads, each with a folder of its own in {@code folder}, compiles. */
    static boolean areIdle(Path folder) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(folder)) {
            for (Path thread : threads) {
                if (compiles(thread)) {
                    return false;
                }
            }
            return true;
        } catch (IOException unreadable) {
            return true;
        }
    }

    /** Whether it is one of the compiler's threads and runs, or would run. */
    private static boolean compiles(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return isCompiler(stat) && stat.startsWith(") R ", stat.lastIndexOf(')'));
        } catch (IOException ended) {
            return false;
        }
    }

    /** Whether a line such as {@code 4711 (C2 CompilerThre) S 1 ...} is that of a thread that compiles. */
    static boolean isCompiler(String stat) {
        return stat.contains("(C1 Comp") || stat.contains("(C2 Comp");
    }
}
