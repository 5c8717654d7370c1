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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.LoopDevice;
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
class DurabilityIT {
    /** Those whose libraries do not keep what they promise: see docs/durability.md. */
    private static final Set<String> NOT_KEPT = Set.of("kyoto-treedb", "mapdb");

    /** Flushes that a commit may cost more than when docs/durability.json was made: most cost the same each time. */
    private static final double FLUSHES_MORE = 0.1;
    /** Kyoto Cabinet synchronises several times in a commit, and of few commits the mean varies. */
    private static final Map<String, Double> VARYING = Map.of("kyoto-treedb", 0.5);

    @TempDir
    private Path here;

    private int tests;

    private DurabilityFile cut(Jar jar, int exitCode, String... options) throws Exception {
        Path results = here.resolve("results-" + tests++);
        List<String> arguments = Stream.concat(
                        Stream.of("durability", "--dir=" + here.resolve("stores"), "--results=" + results),
                        Stream.of(options))
                .toList();
        Jar.Ended ended = jar.run(arguments.toArray(String[]::new));
        if (exitCode >= 0) {
            ended.expect(exitCode);
        }
        try (Stream<Path> left = Files.list(here.resolve("stores"))) {
            assertEquals(List.of(), left.toList(), "nothing is left");
        }
        assertFalse(isMounted(here));
        return DurabilityFile.read(results.resolve(DurabilityFile.NAME));
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
        DurabilityFile file =
                cut(new Jar(here), -1, "--levels=power", "--quick", "--cuts=3", "--engines=" + String.join(",", names));
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

    private void keepsPowerInThreeCuts(String engine, String... options) throws Exception {
        String[] all = Stream.concat(
                        Stream.of("--levels=power", "--quick", "--cuts=3", "--engines=" + engine), Stream.of(options))
                .toArray(String[]::new);
        Outcome outcome = cut(new Jar(here), 0, all).outcomes().get(0);
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
        keepsPowerInThreeCuts("sqlite", "--file-system=xfs");
    }

    @Test
    void powerIsCutOfAStoreOnADevice() throws Exception {
        needsRecordedDevices();
        keepsPowerInThreeCuts("tupl:device");
    }

    @Test
    void anEngineAtProcessLosesCommitsByPower() throws Exception {
        needsRecordedDevices();
        Outcome control = cut(
                        new Jar(here),
                        1,
                        "--levels=power",
                        "--quick",
                        "--cuts=4",
                        "--engines=sqlite",
                        "--power-cut-process")
                .outcomes()
                .get(0);
        assertEquals(State.NOT_KEPT, control.state(), control::toString);
    }

    @Test
    void anEngineThatAcknowledgesBeforeItWritesIsCaughtByKills() throws Exception {
        Path engine = EngineJar.pack(here.resolve("eager.jar"), EagerEngine.class, "EagerStore", "EagerStore$1");
        Jar jar = Jar.with(engine, here);
        Outcome eager = cut(jar, 1, "--levels=process", "--cuts=3", "--engines=eager")
                .outcomes()
                .get(0);
        assertEquals(State.NOT_KEPT, eager.state(), eager::toString);
        assertTrue(eager.findings().containsKey(Finding.LOST), eager::toString);
        int broken = eager.broken().get(0).cut();
        Outcome again = cut(jar, 1, "--levels=process", "--cut=" + broken, "--engines=eager")
                .outcomes()
                .get(0);
        assertEquals(broken, again.broken().get(0).cut(), again::toString);
        assertEquals(1, again.cuts());
    }

    /** Mounts, devices and daemons of a command that was killed go with the next one, also where the daemon was killed too. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKilledCommandLeavesNothingBehindTheNext(boolean daemonToo) throws Exception {
        needsRecordedDevices();
        Jar jar = new Jar(here);
        Path stores = here.resolve("stores");
        Jar.Running killed = jar.start(
                "durability",
                "--dir=" + stores,
                "--engines=sqlite",
                "--levels=power",
                "--results=" + here.resolve("killed"));
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
        cut(jar, 0, "--levels=process", "--cuts=1", "--engines=sqlite");
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
        Jar jar = new Jar(here);
        cut(jar, 0, "--levels=process", "--cuts=1", "--engines=files-flat");
        String add = "durability --dir=stores --results=results-0 --add --engines=files-flat --levels=process ";
        jar.run((add + "--cuts=1").split(" ")).expectLine(3, "--levels process --first 1");
        jar.run((add + "--cut=0").split(" ")).expectLine(3, "without --add");
        jar.run((add + "--cuts=1 --first=1").split(" ")).expect(0);
        DurabilityFile file = DurabilityFile.read(here.resolve("results-0").resolve(DurabilityFile.NAME));
        assertEquals(2, file.outcomes().get(0).cuts());
    }

    @Test
    void whatCannotBeTestedIsSaidWithItsReason() throws Exception {
        Outcome refused = cut(new Jar(here), 3, "--levels=power", "--cuts=1", "--engines=chronicle-map")
                .outcomes()
                .get(0);
        assertEquals(State.NOT_SUPPORTED, refused.state());
        assertTrue(refused.reason().contains("no call that waits for the device"), refused::toString);
        new Jar(here).run("durability", "--limit=0").expectLine(2, "must be at least 1");
        new Jar(here).run("durability", "--power-cut-process").expectLine(2, "needs --levels power");
        new Jar(here).run("durability", "--results=results-0").expectLine(3, "use --add");
    }
}
