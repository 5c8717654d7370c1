package storemark.fork;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Where a fork waits for its turn. The runner listens on a Unix socket; the fork sends its process id once, and a byte whenever it
 * has come to the end of a turn; the runner answers with a byte when the next turn begins. Used by one thread at a time.
 */
public final class Gate implements AutoCloseable {
    private final SocketChannel channel;

    private Gate(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * Connects to the runner.
     *
     * @param socket where it listens; null for a fork that takes no turns, whose gate is always open
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

    /**
     * Ends this fork's turn, and returns when its next one begins. To be called where nothing is measured.
     *
     * @throws IOException when the runner has gone
     */
    public void awaitTurn() throws IOException {
        if (channel == null) {
            return;
        }
        send(ByteBuffer.allocate(1));
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
