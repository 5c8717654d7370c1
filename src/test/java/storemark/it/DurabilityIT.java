package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.LoopDevice;
import storemark.Tree;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engines.Engines;
import storemark.results.DurabilityFile;
import storemark.results.Finding;
import storemark.results.Outcome;
import storemark.results.Outcome.DeviceWork;
import storemark.results.Outcome.State;

/** The command {@code durability}, with real processes that are killed and real devices that are cut. */
class DurabilityIT extends WithJar {
    /** Those whose libraries do not keep what they promise: see docs/durability.md. */
    private static final Set<String> NOT_KEPT = Set.of("kyoto-treedb", "mapdb");

    /** Flushes that a commit may cost more than when docs/durability.json was made: most cost the same each time. */
    private static final double FLUSHES_MORE = 0.1;
    /** Kyoto Cabinet synchronises several times in a commit, and of few commits the mean varies. */
    private static final Map<String, Double> VARYING = Map.of("kyoto-treedb", 0.5);

    private int tests;

    private DurabilityFile cut(int exitCode, String options) throws Exception {
        String folder = "results-" + tests++;
        Jar.Ended ended = jar.run("durability --dir=stores --results=" + folder + " " + options);
        if (exitCode >= 0) {
            ended.expect(exitCode);
        }
        assertEquals(List.of(), Tree.list(here.resolve("stores")), "nothing is left");
        assertFalse(isMounted(here));
        return DurabilityFile.read(here.resolve(folder).resolve(DurabilityFile.NAME));
    }

    private Outcome cutOne(int exitCode, String options) throws Exception {
        return cut(exitCode, options).outcomes().get(0);
    }

    private static void needsRecordedDevices() throws Exception {
        LoopDevice.needsRoot();
        LoopDevice.needs("mkfs.ext4");
        LoopDevice.needs("qemu-storage-daemon");
        assumeTrue(Files.isWritable(Path.of("/dev/fuse")), "skipped: there is no /dev/fuse");
    }

    @Test
    void everyEngineKeepsPowerInThreeCuts() throws Exception {
        needsRecordedDevices();
        List<String> names = Engines.load().all().stream()
                .filter(engine -> !engine.traits().isControl())
                .map(Engine::name)
                .toList();
        DurabilityFile file = cut(-1, "--levels=power --quick --cuts=3 --engines=" + String.join(",", names));
        assertEquals(names, file.outcomes().stream().map(Outcome::engine).toList());
        for (Outcome outcome : file.outcomes()) {
            boolean offered = Engines.load()
                    .of(EngineSpec.parse(outcome.engine()))
                    .traits()
                    .durability(Durability.POWER)
                    .supported();
            assertTrue(!offered || outcome.state() != State.NOT_SUPPORTED, outcome::toString);
            boolean tested = outcome.state() != State.NOT_SUPPORTED && outcome.version() != null;
            if (tested && !NOT_KEPT.contains(outcome.engine())) {
                assertEquals(State.KEPT, outcome.state(), outcome::toString);
                assertEquals(3, outcome.kept(), outcome::toString);
                assertTrue(outcome.commits() > 3, outcome::toString);
            }
        }
        DurabilityFile measured = DurabilityFile.read(Path.of("docs", DurabilityFile.NAME));
        for (Outcome outcome : file.outcomes()) {
            measured.outcomes().stream()
                    .filter(other -> other.engine().equals(outcome.engine())
                            && other.level().equals(outcome.level()))
                    .forEach(other -> assertNoFlushAdded(outcome, other));
        }
    }

    private static void assertNoFlushAdded(Outcome now, Outcome then) {
        boolean comparable = now.state() == State.KEPT && !then.work().isEmpty();
        assertTrue(!comparable || !now.work().isEmpty(), () -> "device work was not counted: " + now);
        for (int each = 0; each < now.work().size() && each < then.work().size(); each++) {
            DeviceWork work = now.work().get(each);
            assertTrue(
                    work.flushes()
                            <= then.work().get(each).flushes() + VARYING.getOrDefault(now.engine(), FLUSHES_MORE),
                    now.engine() + " flushes more: " + work + ", and by docs/durability.json "
                            + then.work().get(each));
        }
    }

    private void keepsPowerInThreeCuts(String options) throws Exception {
        Outcome outcome = cutOne(0, "--levels=power --quick --cuts=3 " + options);
        assertEquals(State.KEPT, outcome.state(), outcome::toString);
        assertEquals(3, outcome.kept(), outcome::toString);
        assertTrue(outcome.commits() > 3, outcome::toString);
    }

    @Test
    void powerIsCutOnXfs() throws Exception {
        needsRecordedDevices();
        LoopDevice.needs("mkfs.xfs");
        assumeTrue(
                Files.readString(Path.of("/proc/filesystems")).contains("\txfs\n"), "skipped: the kernel has no xfs");
        keepsPowerInThreeCuts("--engines=sqlite --file-system=xfs");
    }

    @Test
    void powerIsCutOfAStoreOnADevice() throws Exception {
        needsRecordedDevices();
        keepsPowerInThreeCuts("--engines=tupl:device");
    }

    @Test
    void anEngineAtProcessLosesCommitsByPower() throws Exception {
        needsRecordedDevices();
        Outcome control = cutOne(1, "--levels=power --quick --cuts=4 --engines=sqlite --power-cut-process");
        assertEquals(State.NOT_KEPT, control.state(), control::toString);
    }

    @Test
    void anEngineThatAcknowledgesBeforeItWritesIsCaughtByKills() throws Exception {
        Path engine = EngineJar.pack(here.resolve("eager.jar"), EagerEngine.class, "EagerStore", "EagerStore$1");
        jar = Jar.with(engine, here);
        Outcome eager = cutOne(1, "--levels=process --cuts=3 --engines=eager");
        assertEquals(State.NOT_KEPT, eager.state(), eager::toString);
        assertTrue(eager.findings().containsKey(Finding.LOST), eager::toString);
        int broken = eager.broken().get(0).cut();
        Outcome again = cutOne(1, "--levels=process --cut=" + broken + " --engines=eager");
        assertEquals(broken, again.broken().get(0).cut(), again::toString);
        assertEquals(1, again.cuts());
    }

    /** Mounts, devices and daemons of a command that was killed go with the next one, also where the daemon was killed too. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKilledCommandLeavesNothingBehindTheNext(boolean daemonToo) throws Exception {
        needsRecordedDevices();
        Path stores = here.resolve("stores");
        Jar.Running killed = jar.start("durability --dir=stores --engines=sqlite --levels=power --results=killed");
        Jar.await("a device that is mounted", () -> isMounted(stores));
        killed.kill();
        assertTrue(isMounted(stores));
        if (daemonToo) {
            try (Stream<Path> files = Files.find(stores, 3, (file, is) -> file.endsWith("daemon.pid"))) {
                long daemon = Long.parseLong(
                        Files.readString(files.findFirst().orElseThrow()).strip());
                ProcessHandle.of(daemon).orElseThrow().destroyForcibly();
            }
        }
        // Refused, as this engine has no power level: what was left goes all the same.
        cut(3, "--levels=power --cuts=1 --engines=chronicle-map");
        jar.expectNobodyAlive();
    }

    private static boolean isMounted(Path below) {
        try {
            return Files.readString(Path.of("/proc/self/mounts")).contains(below + "/");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void noCutCountsTwice() throws Exception {
        cut(0, "--levels=process --cuts=1 --engines=files-flat");
        String add = "durability --dir=stores --results=results-0 --add --engines=files-flat --levels=process ";
        jar.run(add + "--cuts=1").expectLine(3, "--levels process --first 1");
        jar.run(add + "--cut=0").expectLine(3, "without --add");
        jar.run(add + "--cuts=1 --first=1").expect(0);
        DurabilityFile file = DurabilityFile.read(here.resolve("results-0").resolve(DurabilityFile.NAME));
        assertEquals(2, file.outcomes().get(0).cuts());
    }

    @Test
    void whatCannotBeTestedIsSaidWithItsReason() throws Exception {
        Outcome refused = cutOne(3, "--levels=power --cuts=1 --engines=chronicle-map");
        assertEquals(State.NOT_SUPPORTED, refused.state());
        assertTrue(refused.reason().contains("no call that waits for the device"), refused::toString);
        jar.run("durability --results=results-0").expectLine(3, "use --add");
    }
}
