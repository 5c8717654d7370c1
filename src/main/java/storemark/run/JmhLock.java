package storemark.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * JMH's own lock of this machine, held for a whole run. JMH takes it anew for each benchmark: whoever started another one in
 * between would spoil what is measured and fail the cells to come.
 */
public final class JmhLock implements AutoCloseable {
    /** JMH reads it once, when its runner is first used. */
    private static final String IGNORE = "jmh.ignoreLock";

    private final FileChannel channel;

    private JmhLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock, unless the user has told JMH to ignore it.
     *
     * @throws IOException with one line, when another process holds it, or it cannot be had
     */
    public static JmhLock take() throws IOException {
        if (Boolean.getBoolean(IGNORE)) {
            return new JmhLock(null);
        }
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            throw new IOException("another run or JMH is measuring on this machine (it holds " + file
                    + "): wait for it to end; to measure all the same, give java -D" + IGNORE + "=true before -jar");
        }
        System.setProperty(IGNORE, "true");
        return new JmhLock(channel);
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
