package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import storemark.fork.Gate;
import storemark.machine.Pause;

/**
 * One cell that is measured in turns: a thread in which JMH runs its fork, and the runner's side of the fork's gate. The fork runs
 * between {@link #resume} and the end of {@link #awaitEndOfTurn}, and is stopped otherwise. Used by one thread, but for the cell's own.
 */
final class Seat implements AutoCloseable {
    private static final long POLL_MILLIS = 50;
    private static final long LONGEST_POLL_NANOS = 1_000_000_000;
    /** A fork reports four times per second that it runs. After this silence, in nanoseconds, it counts as hung. */
    static final long LONGEST_SILENCE_NANOS = 300_000_000_000L;

    private final Path socket;
    private final long longestSilence;
    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    private final ByteBuffer process = ByteBuffer.allocate(Long.BYTES);
    private final Thread thread;
    private final FutureTask<JsonNode> task;
    private SocketChannel fork;
    private long heard;
    private boolean silent;
    private boolean closing;

    /**
     * @param socket a path that is free, short enough for a socket
     * @param longestSilence nanoseconds without a word of the fork after which it is ended
     * @param measurement measures the cell, in a fork that finds its gate there
     */
    Seat(Path socket, long longestSilence, Callable<JsonNode> measurement) throws IOException {
        this.socket = socket;
        this.longestSilence = longestSilence;
        server.bind(UnixDomainSocketAddress.of(socket));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        task = new FutureTask<>(measurement) {
            @Override
            protected void done() {
                selector.wakeup();
            }
        };
        thread = new Thread(task, "measure");
    }

    /** Begins the first turn, in which the fork starts and opens its store. */
    void start() {
        thread.start();
    }

    /** Begins the next turn; where the fork has ended meanwhile, {@link #awaitEndOfTurn} waits for JMH to say how. */
    void resume() throws IOException {
        Pause.resume(process());
        try {
            fork.write(ByteBuffer.allocate(1));
        } catch (IOException gone) {
            fork.close();
        }
    }

    /** The fork's process, which is known from the end of the first turn on; 0 before. */
    long process() {
        return process.hasRemaining() ? 0 : process.getLong(0);
    }

    /**
     * Waits until the fork is at its gate, and stops it, or until the measurement has ended.
     *
     * @param poll called some twenty times per second meanwhile
     * @return whether the fork is at its gate, so that there is another turn
     */
    boolean awaitEndOfTurn(Runnable poll) throws IOException, InterruptedException {
        heard = System.nanoTime();
        while (!task.isDone()) {
            long polled = System.nanoTime();
            selector.select(POLL_MILLIS);
            poll.run();
            boolean arrived = false;
            for (SelectionKey key : selector.selectedKeys()) {
                arrived |= key.isAcceptable() ? accept() : read();
            }
            selector.selectedKeys().clear();
            // A poll that takes longer: this process was stopped, and the fork with it.
            heard += Math.max(0, System.nanoTime() - polled - LONGEST_POLL_NANOS);
            endIfSilent();
            if (arrived) {
                Pause.stop(process());
                return true;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return false;
    }

    /** Whether the fork, which is at its gate, has no more increments: its store is about to settle and close. */
    boolean isClosing() {
        return closing;
    }

    private boolean accept() throws IOException {
        fork = server.accept();
        fork.configureBlocking(false);
        fork.register(selector, SelectionKey.OP_READ);
        return false;
    }

    /** Once the fork has said that its trial is over, JMH alone waits for it. */
    private void endIfSilent() throws IOException {
        if (process() != 0 && fork.isOpen() && System.nanoTime() - heard > longestSilence) {
            silent = true;
            Pause.kill(process());
        }
    }

    /** Whether what the fork sent says that it is at its gate. */
    private boolean read() throws IOException {
        try {
            if (process.hasRemaining()) {
                if (fork.read(process) < 0) {
                    fork.close();
                }
                return false;
            }
            ByteBuffer said = ByteBuffer.allocate(1);
            if (fork.read(said) < 0) {
                fork.close(); // it is about to end: the task says how
                return false;
            }
            heard = System.nanoTime();
            closing = said.get(0) == Gate.LAST_TURN;
            return closing || said.get(0) == Gate.END_OF_TURN;
        } catch (IOException gone) { // reset, or closed before
            fork.close();
            return false;
        }
    }

    /**
     * The result, once {@link #awaitEndOfTurn} has said that there is no other turn.
     *
     * @throws CellFailure when the fork did not measure all of its cell
     */
    JsonNode result() throws CellFailure, IOException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof CellFailure cause) {
                throw silent ? cause.ofSilence() : cause;
            }
            if (failed.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException("a measurement failed", failed.getCause());
        }
    }

    /** Ends the fork, if there is one still, and waits for the end of its measurement. One that has just started finds no gate. */
    @Override
    public void close() throws IOException {
        if (process() != 0 && !task.isDone()) { // else its number may be another's by now
            ProcessHandle.of(process()).ifPresent(ProcessHandle::destroyForcibly);
        }
        if (fork != null) {
            fork.close();
        }
        server.close();
        selector.selectNow(); // closed channels stay open until it has let go of them
        try {
            thread.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        selector.close();
        Files.deleteIfExists(socket);
    }
}
