package storemark.handwritten;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.engine.Capability;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Touch;
import storemark.engine.Unavailable;
import storemark.engines.Engines;

/** Loops by hand and through the adapter read the same values, each from its own store and from the other's. */
class LoopsTest {
    /** More than one batch of those loops that load 1,000 records at once. */
    private static final int ENTRIES = 1200;

    private static final int VALUE_BYTES = 100;
    private static final int COUNT = 500;
    private static final int SCANS = 100;
    private static final long SEED = 3;

    private final Records records = AdapterRatios.RECORDS;
    private EngineSpec engine;
    private final byte[] value = new byte[VALUE_BYTES];
    /** What the store holds, by id. */
    private final int[] revisions = new int[ENTRIES];

    static Stream<String> engines() {
        return LoopsFork.BY_HAND.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void readByHandWhatTheAdapterReads(String name, @TempDir Path byHand, @TempDir Path byAdapter) throws Exception {
        engine = EngineSpec.parse(name);
        Engine adapted = Engines.load().of(engine);
        try {
            adapted.version();
        } catch (Unavailable missing) {
            assumeTrue(false, name + " is not available: " + missing.getMessage());
        }
        Loops.Opener hand = LoopsFork.BY_HAND.get(name);
        Loops.Opener adapter = (spec, sink) -> new AdapterLoops(adapted, spec, sink);
        boolean scans = adapted.traits().can(Capability.SCAN);
        loads(hand, byHand, scans);
        reads(adapter, byHand, scans);
        loads(adapter, byAdapter, scans);
        reads(hand, byAdapter, scans);
        updates(hand, byAdapter, 1);
        reads(adapter, byAdapter, scans);
        updates(adapter, byAdapter, 2);
        reads(hand, byAdapter, scans);
    }

    private StoreSpec spec(Path directory, boolean create) {
        return AdapterRatios.spec(engine, directory, Durability.PROCESS, ENTRIES, 32 << 20, create);
    }

    private void loads(Loops.Opener opener, Path directory, boolean scans) throws Exception {
        DigestSink sink = new DigestSink(Touch.LINE, VALUE_BYTES);
        try (Loops loops = opener.open(spec(directory, true), sink)) {
            loops.load(ENTRIES);
            check(loops, sink, scans);
        }
    }

    private void reads(Loops.Opener opener, Path directory, boolean scans) throws Exception {
        DigestSink sink = new DigestSink(Touch.LINE, VALUE_BYTES);
        try (Loops loops = opener.open(spec(directory, false), sink)) {
            check(loops, sink, scans);
        }
    }

    private void check(Loops loops, DigestSink sink, boolean scans) throws Exception {
        DigestSink expected = new DigestSink(Touch.LINE, VALUE_BYTES);
        loops.read(new SplittableRandom(SEED), ENTRIES, COUNT);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int at = 0; at < COUNT; at++) {
            hand(random.nextLong(ENTRIES), 1, expected);
        }
        assertEquals(expected.digest(), sink.digest(), "after reads");
        if (scans) {
            int range = ENTRIES - Loops.SCANNED + 1;
            loops.scan(new SplittableRandom(SEED), range, SCANS, Loops.SCANNED);
            random = new SplittableRandom(SEED);
            for (int at = 0; at < SCANS; at++) {
                hand(random.nextLong(range), Loops.SCANNED, expected);
            }
            assertEquals(expected.digest(), sink.digest(), "after scans");
        }
    }

    private void hand(long id, int count, DigestSink expected) {
        for (long next = id; next < id + count; next++) {
            expected.value(value, 0, records.value(next, revisions[(int) next], value));
        }
    }

    private void updates(Loops.Opener opener, Path directory, int revision) throws Exception {
        DigestSink unused = new DigestSink(Touch.LINE, VALUE_BYTES);
        try (Loops loops = opener.open(spec(directory, false), unused)) {
            loops.update(new SplittableRandom(SEED + revision), ENTRIES, COUNT, revision);
        }
        SplittableRandom random = new SplittableRandom(SEED + revision);
        for (int at = 0; at < COUNT; at++) {
            revisions[(int) random.nextLong(ENTRIES)] = revision;
        }
    }
}
