package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import storemark.Thrown;
import storemark.fork.Gate;

/** A fork's side of the gate is played by this process, on behalf of a process that only sleeps. */
class SeatTest {
    private final CellFailure ended = new CellFailure("killed", "");

    @TempDir
    Path directory;

    @Test
    @Timeout(30)
    void aForkThatIsKilledWhileItIsStoppedFailsItsCellAlone() throws Exception {
        Process fork = new ProcessBuilder("sleep", "60").start();
        Path socket = directory.resolve("gate");
        CountDownLatch atGate = new CountDownLatch(1);
        CountDownLatch killed = new CountDownLatch(1);
        try (Seat seat = new Seat(socket, Seat.LONGEST_SILENCE_NANOS, () -> {
            try (SocketChannel gate = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                gate.write(ByteBuffer.allocate(Long.BYTES).putLong(0, fork.pid()));
                gate.write(ByteBuffer.wrap(new byte[] {Gate.END_OF_TURN}));
                atGate.await();
            }
            killed.countDown();
            fork.waitFor();
            throw ended;
        })) {
            seat.start();
            assertTrue(seat.awaitEndOfTurn(() -> {}));
            atGate.countDown();
            killed.await();
            fork.destroyForcibly();
            seat.resume();
            assertFalse(seat.awaitEndOfTurn(() -> {}));
            assertSame(ended, assertThrows(CellFailure.class, seat::result));
        } finally {
            fork.destroyForcibly();
        }
    }

    /** As one whose libraries wait for each other: it neither ends nor arrives at its gate. */
    @Test
    @Timeout(30)
    void aForkThatReportsNothingIsEndedAndItsCellSaysWhy() throws Exception {
        Process fork = new ProcessBuilder("sleep", "60").start();
        Path socket = directory.resolve("gate");
        try (Seat seat = new Seat(socket, 500_000_000L, () -> {
            try (SocketChannel gate = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                gate.write(ByteBuffer.allocate(Long.BYTES).putLong(0, fork.pid()));
                fork.waitFor();
            }
            throw ended;
        })) {
            seat.start();
            assertFalse(seat.awaitEndOfTurn(() -> {}));
            Thrown.saying(CellFailure.class, "reported nothing", seat::result);
        } finally {
            fork.destroyForcibly();
        }
    }

    /** Several start at a time, and the run may end while it waits for another one. */
    @Test
    @Timeout(30)
    void closingTheSeatEndsAForkThatWaitsAtTheGate() throws Exception {
        Path socket = directory.resolve("gate");
        CountDownLatch atGate = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        try (Seat seat = new Seat(socket, Seat.LONGEST_SILENCE_NANOS, () -> {
            try (Gate gate = Gate.open(socket)) {
                atGate.countDown();
                assertThrows(IOException.class, () -> gate.awaitTurn(Gate.END_OF_TURN));
                refused.countDown();
            }
            throw ended;
        })) {
            seat.start();
            atGate.await();
        }
        assertEquals(0, refused.getCount());
    }
}
