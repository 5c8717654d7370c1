package storemark.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a second run on this machine from starting, for the whole of a run: two that measure at once spoil each other. It is
 * the file that JMH locks while a benchmark runs, so other users of JMH are kept out too, and JMH is told that it is held.
 */
final class MeasuringLock implements AutoCloseable {
    private static final String JMH_IGNORE = "jmh.ignoreLock";

    private final FileChannel channel;

    private MeasuringLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws IOException with one line, when another run holds it */
    static MeasuringLock take() throws IOException {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            throw new IOException(
                    "another run measures on this machine (it holds " + file + "): wait until it has ended");
        }
        System.setProperty(JMH_IGNORE, "true");
        return new MeasuringLock(channel);
    }

    @Override
    public void close() throws IOException {
        System.clearProperty(JMH_IGNORE);
        channel.close();
    }
}
