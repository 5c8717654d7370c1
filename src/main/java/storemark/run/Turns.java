package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import storemark.dataset.Scratch;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.machine.Canary;
import storemark.machine.FreeSpace;
import storemark.machine.MachineLoad;
import storemark.machine.Pause;
import storemark.results.Metric;

/**
 * Measures cells that are compared in turns: one increment of each, in an order that is drawn anew for each increment, while the
 * others are stopped; one cell by itself likewise, without others. Used by one thread.
 */
final class Turns implements AutoCloseable {
    /** Measures a cell whose fork waits for its turns. */
    interface Measurement {
        /**
         * Measures the cell in a fork.
         *
         * @param gate the socket of the fork's gate; null where it takes no turns
         */
        JsonNode measure(Path gate) throws CellFailure, IOException, InterruptedException;
    }

    /**
     * What came of one cell.
     *
     * @param result null where it failed
     * @param failure null where it did not
     */
    record Outcome(JsonNode result, CellFailure failure) {
        JsonNode orThrow() throws CellFailure {
            if (failure != null) {
                throw failure;
            }
            return result;
        }
    }

    private static final class Player {
        private final Seat seat;
        private final List<Turn> turns = new ArrayList<>();
        private Outcome outcome;

        Player(Seat seat) {
            this.seat = seat;
        }
    }

    private static final long LEAST_ROOM = 256L << 20;

    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private static final long SELF = ProcessHandle.current().pid();

    private final Path sockets = TemporaryFolder.path();
    /** For the file that the canary reads; null where the disk has no room to spare for it. */
    private final Scratch scratch;

    private final Canary canary;
    private final Disturbance machine = new Disturbance();
    private int groups;
    private final Lookout lookout;
    /** Processes whose time is not that of others. */
    private List<Long> own = List.of();
    /** Whether the last turn was interrupted. */
    private boolean stoodStill;

    /** Of each increment. */
    static ArrayNode row(ObjectNode metrics, Metric metric) {
        return (ArrayNode) metrics.path(metric.name()).path("rawData").path(0);
    }

    /**
     * Prepares the canaries.
     *
     * @param directory where the stores are
     * @throws IOException when processes cannot be stopped safely here, or the directory cannot be written
     */
    Turns(Path directory) throws IOException {
        Pause.check();
        Files.createDirectories(directory);
        boolean room = FreeSpace.of(directory).spendableBytes() > LEAST_ROOM;
        scratch = room ? Scratch.create(directory, "canary") : null;
        canary = new Canary(room ? scratch.path() : null);
        lookout = new Lookout(canary, machine);
    }

    /**
     * Measures {@code measurements} in turns.
     *
     * @param warmUps turns of each before its first measured increment
     * @param threads how many cores each can use
     * @param seed of the orders
     * @param atTurn told whose turn it is
     * @return what came of each, in the order given
     */
    <K> Map<K, Outcome> measure(
            Map<K, Measurement> measurements, int warmUps, ToIntFunction<K> threads, long seed, Consumer<K> atTurn)
            throws IOException, InterruptedException {
        Map<K, Player> players = new LinkedHashMap<>();
        groups++;
        try {
            for (Map.Entry<K, Measurement> entry : measurements.entrySet()) {
                Path socket = sockets.resolve(groups + "-" + players.size());
                Seat seat = new Seat(
                        socket,
                        Seat.LONGEST_SILENCE_NANOS,
                        () -> entry.getValue().measure(socket));
                players.put(entry.getKey(), new Player(seat));
            }
            Random random = new Random(seed);
            List<K> left = new ArrayList<>(players.keySet());
            Collections.shuffle(left, random);
            prepare(players, left, Seat::start, key -> 1, atTurn); // a start keeps little more than one core busy
            left.sort(Comparator.comparingInt(threads));
            for (int turn = 0; turn < warmUps; turn++) {
                prepare(players, left, Seat::resume, threads, atTurn);
            }
            play(players, left, random, atTurn);
        } finally {
            for (Player player : players.values()) {
                player.seat.close();
            }
        }
        double comparison = Instant.now().getEpochSecond();
        List<Turn> inTurns = players.size() == 1
                ? List.of()
                : players.values().stream()
                        .flatMap(player -> player.turns.stream())
                        .toList();
        Map<K, Outcome> outcomes = new LinkedHashMap<>();
        players.forEach((key, player) -> {
            if (player.outcome.result() != null) {
                record(player, comparison, inTurns);
            }
            outcomes.put(key, player.outcome);
        });
        return outcomes;
    }

    private interface Begin {
        void of(Seat seat) throws IOException;
    }

    /**
     * A turn of each in which nothing is measured, as many at a time as there are cores for.
     *
     * @param left those that are not over; it loses those that end in this turn
     */
    private static <K> void prepare(
            Map<K, Player> players, List<K> left, Begin begin, ToIntFunction<K> threads, Consumer<K> atTurn)
            throws IOException, InterruptedException {
        List<K> order = List.copyOf(left);
        int begun = 0;
        int busy = 0;
        for (int at = 0; at < order.size(); at++) {
            while (begun < order.size() && (begun == at || busy + threads.applyAsInt(order.get(begun)) <= CORES)) {
                busy += threads.applyAsInt(order.get(begun));
                begin.of(players.get(order.get(begun++)).seat);
            }
            K key = order.get(at);
            atTurn.accept(key);
            if (!players.get(key).seat.awaitEndOfTurn(() -> {})) {
                end(players.get(key));
                left.remove(key);
            }
            busy -= threads.applyAsInt(key);
        }
    }

    private <K> void play(Map<K, Player> players, List<K> left, Random random, Consumer<K> atTurn)
            throws IOException, InterruptedException {
        own = new ArrayList<>(List.of(SELF));
        players.values().forEach(player -> own.add(player.seat.process()));
        stop(players, left); // whatever continued this process meanwhile may have continued all others
        lookout.begin(own);
        for (int number = 1; !left.isEmpty(); ) {
            Collections.shuffle(left, random);
            for (K key : List.copyOf(left)) {
                atTurn.accept(key);
                Player player = players.get(key);
                if (!turn(player, number++)) {
                    end(player);
                    left.remove(key);
                }
                if (stoodStill) {
                    stop(players, left);
                }
            }
        }
        lookout.look();
    }

    private static <K> void stop(Map<K, Player> players, List<K> waiting) throws IOException {
        for (K key : waiting) {
            Pause.stop(players.get(key).seat.process());
        }
    }

    private static void end(Player player) throws IOException, InterruptedException {
        try {
            player.outcome = new Outcome(player.seat.result(), null);
        } catch (CellFailure failed) {
            player.outcome = new Outcome(null, failed);
        }
    }

    /** Returns whether there is another turn. */
    private boolean turn(Player player, int number) throws IOException, InterruptedException {
        Standstill standstill = new Standstill(player.seat.process());
        double began = System.currentTimeMillis() / 1e3;
        long started = System.nanoTime();
        player.seat.resume();
        boolean more = player.seat.awaitEndOfTurn(standstill::look);
        stoodStill = standstill.nanos() > Disturbance.MOST_PAUSE_NANOS;
        lookout.turnEnded(player.turns, number, began, System.nanoTime() - started, standstill.nanos());
        return player.seat.isClosing() ? close(player) : more;
    }

    /** At once: while others run, the kernel would write what this store has left. It counts into no increment's turn. */
    private boolean close(Player player) throws IOException, InterruptedException {
        MachineLoad from = MachineLoad.now(own);
        Standstill standstill = new Standstill(player.seat.process());
        player.seat.resume();
        boolean more = player.seat.awaitEndOfTurn(standstill::look);
        stoodStill |= standstill.nanos() > Disturbance.MOST_PAUSE_NANOS;
        lookout.leaveOut(from);
        return more;
    }

    /**
     * Whether operations of an increment waited for the disk: they read from it, or commits force their writes to it. Other writes go to
     * memory. As the kernel counted it; where that is not known, they did.
     *
     * @param result one JMH result
     */
    static boolean waitsForDisk(JsonNode result, int at) {
        ObjectNode metrics = (ObjectNode) result.get("secondaryMetrics");
        ToDoubleFunction<Metric> value = metric -> row(metrics, metric).path(at).asDouble(-1);
        double read = value.applyAsDouble(Metric.ioReadBytes);
        double written = value.applyAsDouble(Metric.ioWriteBytes);
        double few = Metric.FEW_BYTES * value.applyAsDouble(Metric.operations);
        boolean forced = result.at("/params/durability").asText().equals(Durability.POWER.label());
        return read < 0 || written < 0 || read > few || (forced && written > few);
    }

    /**
     * Writes what is known of each turn beside JMH's figures of its increment. The canary of the disk reads that of the data directory, and
     * says nothing of a store on a block device.
     */
    private void record(Player player, double comparison, List<Turn> inTurns) {
        JsonNode result = player.outcome.result().get(0);
        ObjectNode metrics = (ObjectNode) result.get("secondaryMetrics");
        boolean onDevice =
                EngineSpec.parse(result.at("/params/engine").asText()).onDevice();
        for (int at = 0; at < player.turns.size(); at++) {
            Turn turn = player.turns.get(at);
            boolean waitsForDisk = !onDevice && waitsForDisk(result, at);
            Map<Metric, Double> values = turn.metrics(machine.disturbed(turn, inTurns, waitsForDisk));
            values.put(Metric.comparison, comparison);
            if (onDevice) {
                values.put(Metric.canaryDisk, -1.0);
            }
            for (Map.Entry<Metric, Double> value : values.entrySet()) {
                ArrayNode row = row(metrics, value.getKey());
                row.set(at, row.numberNode(value.getValue()));
            }
        }
    }

    @Override
    public void close() throws IOException {
        canary.close();
        if (scratch != null) {
            scratch.close();
        }
    }
}
