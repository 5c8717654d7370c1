package storemark.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import storemark.fork.Gate;

/**
 * A process that takes turns at a gate, while a thread beside it ticks all the time. It writes a line {@code turn BEGIN END} for each
 * turn, {@code settle BEGIN END} for the closing one, and {@code tick TIME} for each tick, in nanoseconds of the clock that all processes share.
 */
final class Player {
    private Player() {}

    /**
     * Arguments: the gate's socket, the file, how many turns, in which of them it dies, and in which it is stopped for a second (-1:
     * in none).
     */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        Thread ticking = new Thread(() -> {
            while (true) {
                lines.add("tick " + System.nanoTime());
                try {
                    Thread.sleep(2);
                } catch (InterruptedException ended) {
                    return;
                }
            }
        });
        ticking.setDaemon(true);
        ticking.start();
        try (Gate gate = Gate.open(Path.of(arguments[0]))) {
            for (int turn = 0; turn < Integer.parseInt(arguments[2]); turn++) {
                gate.awaitTurn(Gate.END_OF_TURN);
                gate.alive();
                long begin = System.nanoTime();
                Thread.sleep(30);
                if (turn == Integer.parseInt(arguments[3])) {
                    Runtime.getRuntime().halt(3);
                }
                if (turn == Integer.parseInt(arguments[4])) {
                    long self = ProcessHandle.current().pid();
                    String script = "kill -STOP " + self + "; sleep 1; kill -CONT " + self;
                    new ProcessBuilder("sh", "-c", script).start().waitFor();
                }
                lines.add("turn " + begin + " " + System.nanoTime());
            }
            gate.awaitTurn(Gate.LAST_TURN);
            long begin = System.nanoTime();
            Thread.sleep(300);
            lines.add("settle " + begin + " " + System.nanoTime());
        }
        Files.write(file, lines, StandardOpenOption.CREATE_NEW);
    }
}
