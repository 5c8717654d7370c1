package storemark.fork;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Where a fork waits for its turn. The runner listens on a Unix socket; the fork sends its process id once, {@link #ALIVE} from time
 * to time, and {@link #END_OF_TURN} or {@link #LAST_TURN} whenever a turn has ended; the runner answers with a byte when the next turn
 * begins.
 *
 * @param channel to the runner; null for a fork without one
 */
public record Gate(SocketChannel channel) implements AutoCloseable {
    /** What the fork sends at the end of a turn. */
    public static final byte END_OF_TURN = 0;

    private static final byte ALIVE = 1;
    /** What it sends at the end of the last increment: the next turn, in which the store settles and closes, begins at once. */
    public static final byte LAST_TURN = 2;

    /**
     * Connects to the runner.
     *
     * @param socket where it listens; null for a fork without a runner, whose gate is always open
     * @throws IOException when the runner does not listen there
     */
    public static Gate open(Path socket) throws IOException {
        if (socket == null) {
            return new Gate(null);
        }
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        Gate gate = new Gate(channel);
        gate.send(ByteBuffer.allocate(Long.BYTES)
                .putLong(ProcessHandle.current().pid())
                .flip());
        return gate;
    }

    /** Tells the runner that this process runs; some four times per second, from any thread. */
    public void alive() throws IOException {
        if (channel != null) {
            send(ByteBuffer.wrap(new byte[] {ALIVE}));
        }
    }

    /**
     * Ends this fork's turn, and returns when its next one begins. To be called where nothing is measured.
     *
     * @param said {@link #END_OF_TURN}, or {@link #LAST_TURN} after the last increment: the next turn is that of settling and closing
     * @throws IOException when the runner has gone
     */
    public void awaitTurn(byte said) throws IOException {
        if (channel == null) {
            return;
        }
        send(ByteBuffer.wrap(new byte[] {said}));
        if (channel.read(ByteBuffer.allocate(1)) < 1) {
            throw new IOException("the run that gives this process its turns has ended");
        }
    }

    private void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
