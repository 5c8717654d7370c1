package storemark.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * What a writer has acknowledged: a file a thread, outside of what is cut, to which each commit adds eight bytes once it has
 * returned. They say how much the recorded device had logged by then, or 0 where none is recorded. Unbuffered: the end of the
 * process takes none of them away.
 */
final class Acknowledgements {
    /** By thread and commit. */
    private final long[][] positions;

    private Acknowledgements(long[][] positions) {
        this.positions = positions;
    }

    private static Path file(Path folder, int thread) {
        return folder.resolve("thread-" + thread);
    }

    /** What one thread adds to; to be used by that thread alone. */
    static final class Out implements AutoCloseable {
        private final FileChannel file;
        private final ByteBuffer one = ByteBuffer.allocateDirect(Long.BYTES);

        Out(Path folder, int thread) throws IOException {
            file = FileChannel.open(file(folder, thread), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }

        void add(long position) throws IOException {
            one.clear().putLong(position).flip();
            file.write(one);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Whether each thread has acknowledged its first commit. */
    static boolean begun(Path folder, Script script) throws IOException {
        for (int thread = 0; thread < script.threads(); thread++) {
            Path file = file(folder, thread);
            if (!Files.exists(file) || Files.size(file) < Long.BYTES) {
                return false;
            }
        }
        return true;
    }

    static Acknowledgements read(Path folder, Script script) throws IOException {
        long[][] positions = new long[script.threads()][];
        for (int thread = 0; thread < positions.length; thread++) {
            ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file(folder, thread)));
            positions[thread] = new long[all.remaining() / Long.BYTES];
            all.asLongBuffer().get(positions[thread]);
        }
        return new Acknowledgements(positions);
    }

    /** How many commits of each thread were acknowledged when the device had logged {@code position} entries. */
    int[] at(long position) {
        return Arrays.stream(positions)
                .mapToInt(thread -> (int)
                        Arrays.stream(thread).filter(each -> each <= position).count())
                .toArray();
    }

    /** What the device had logged when each commit of the first thread was acknowledged. */
    long[] ofFirstThread() {
        return positions[0].clone();
    }

    /** The position of the first acknowledgement, and of the last. */
    long first() {
        return Arrays.stream(positions).flatMapToLong(Arrays::stream).min().orElse(0);
    }

    long last() {
        return Arrays.stream(positions).flatMapToLong(Arrays::stream).max().orElse(0);
    }
}
