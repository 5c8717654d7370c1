package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.machine.Preflight.Finding;
import storemark.machine.Preflight.Host;
import storemark.machine.Preflight.Plan;
import storemark.machine.Preflight.Severity;

class PreflightTest {
    private static final long GIB = 1L << 30;
    private static final Plan PLAN = new Plan(Path.of("data"), 10 * GIB, 4, -1);

    private static final Cpu CPU =
            new Cpu("Example", "amd64", 4, 4, 4, List.of("performance"), -1, -1, null, List.of(), -1, false);
    private static final Memory MEMORY = new Memory(16 * GIB, 12 * GIB, 0, 0, "madvise", 0, 2 << 20, -1);
    private static final Host GOOD =
            new Host(CPU, MEMORY, on("ext4", 100 * GIB, 128), false, 0.5, null, "17", Map.of());

    private static Storage on(String fileSystem, long free, long readAheadKiB) {
        return on(fileSystem, null, free, readAheadKiB);
    }

    private static Storage on(String fileSystem, Boolean journal, long free, long readAheadKiB) {
        return new Storage(
                fileSystem,
                "rw",
                journal,
                "sda1",
                List.of("sda"),
                List.of(),
                false,
                List.of("none"),
                readAheadKiB,
                512,
                4096,
                free,
                100 * GIB);
    }

    private static Host with(Cpu cpu) {
        return new Host(cpu, MEMORY, GOOD.storage(), false, 0.5, null, "17", Map.of());
    }

    private static Host with(Memory memory) {
        return new Host(CPU, memory, GOOD.storage(), false, 0.5, null, "17", Map.of());
    }

    private static Host with(Storage storage) {
        return new Host(CPU, MEMORY, storage, false, 0.5, null, "17", Map.of());
    }

    private static Host with(double load, String vm, Map<String, String> inherited) {
        return new Host(CPU, MEMORY, GOOD.storage(), false, load, null, vm, inherited);
    }

    private static Finding only(Plan plan, Host host) {
        List<Finding> findings = Preflight.judge(plan, host);
        assertEquals(1, findings.size(), findings::toString);
        return findings.get(0);
    }

    private static void assertOnly(Severity severity, String what, Plan plan, Host host) {
        Finding finding = only(plan, host);
        assertEquals(severity, finding.severity(), finding::toString);
        assertTrue(finding.what().contains(what), finding::toString);
        assertTrue(finding.remedy().length() > 10, finding::toString);
    }

    @Test
    void nothingIsFoundOnAQuietMachine() {
        assertEquals(List.of(), Preflight.judge(PLAN, GOOD));
    }

    @ParameterizedTest
    @CsvSource({"tmpfs,memory", "overlay,layer", "nfs4,network", "fuse.sshfs,outside the kernel", "zfs,own cache"})
    void fileSystemsThatAreNoLocalDiskAreNamed(String type, String reason) {
        assertOnly(Severity.WARN, reason, PLAN, with(on(type, 100 * GIB, 128)));
    }

    @Test
    void twoPercentOfTheFileSystemStayFree() {
        assertOnly(Severity.REFUSE, "cannot fit", PLAN, with(on("ext4", 12 * GIB - 1, 128)));
        assertOnly(Severity.WARN, "tight", PLAN, with(on("ext4", 12 * GIB, 128)));
    }

    @Test
    void lessThanAFifthMoreThanNeededIsTight() {
        assertOnly(Severity.WARN, "10 GiB needed, 14 GiB free", PLAN, with(on("ext4", 14 * GIB - 1, 128)));
        assertEquals(List.of(), Preflight.judge(PLAN, with(on("ext4", 14 * GIB, 128))));
    }

    @Test
    void unknownSpaceIsNotJudged() {
        assertEquals(List.of(), Preflight.judge(PLAN, with(on("ext4", -1, 128))));
    }

    @Test
    void swapInUseIsNamed() {
        assertOnly(
                Severity.WARN,
                "swap is in use: 1 GiB",
                PLAN,
                with(new Memory(16 * GIB, 12 * GIB, 4 * GIB, GIB, "madvise", 0, 0, -1)));
    }

    @Test
    void swapThatIsOnIsNamedBeforeItIsUsed() {
        assertOnly(
                Severity.WARN,
                "swap is on, and not in use: 4 GiB",
                PLAN,
                with(new Memory(16 * GIB, 12 * GIB, 4 * GIB, 0, "madvise", 0, 0, -1)));
    }

    @Test
    void hugePagesForAllMemoryAreNamed() {
        assertOnly(Severity.WARN, "huge pages", PLAN, with(new Memory(16 * GIB, 12 * GIB, 0, 0, "always", 0, 0, -1)));
    }

    @Test
    void aBudgetMustBeThere() {
        assertOnly(Severity.REFUSE, "machine of 16 GiB", new Plan(Path.of("data"), GIB, 1, 17 * GIB), GOOD);
        assertOnly(Severity.WARN, "only 12 GiB", new Plan(Path.of("data"), GIB, 1, 13 * GIB), GOOD);
        assertOnly(
                Severity.REFUSE,
                "limited to 2 GiB",
                new Plan(Path.of("data"), GIB, 1, 3 * GIB),
                with(new Memory(16 * GIB, 12 * GIB, 0, 0, "never", 0, 0, 2 * GIB)));
    }

    @Test
    void slowGovernorsAreNamed() {
        Cpu slow = new Cpu(
                "Example", "amd64", 4, 4, 4, List.of("powersave", "performance"), -1, -1, null, List.of(), -1, false);

        assertOnly(Severity.WARN, "governor is powersave", PLAN, with(slow));
    }

    @Test
    void threadsNeedCores() {
        assertOnly(Severity.WARN, "5 threads on 4 usable cores", new Plan(Path.of("data"), GIB, 5, -1), GOOD);
    }

    @Test
    void sendersAtPlannedTimesLeaveACore() {
        assertOnly(Severity.WARN, "4 threads send at planned times on 4 usable cores", sending(4), GOOD);
        assertEquals(List.of(), Preflight.judge(sending(3), GOOD));
    }

    private static Plan sending(int senders) {
        return new Plan(Path.of("data"), GIB, 4, senders, -1, null);
    }

    @Test
    void aBusyMachineIsNamed() {
        assertEquals(List.of(), Preflight.judge(PLAN, with(2.0, "17", Map.of())));
        assertOnly(Severity.WARN, "load average is 2.1 on 4 cores", PLAN, with(2.1, "17", Map.of()));
    }

    @Test
    void longReadAheadIsNamed() {
        assertOnly(Severity.WARN, "read-ahead is 8192 KiB", PLAN, with(on("ext4", 100 * GIB, 8192)));
    }

    @Test
    void anExt4WithoutAJournalIsSaid() {
        assertOnly(Severity.WARN, "ext4 without a journal", PLAN, with(on("ext4", false, 100 * GIB, 128)));
        assertEquals(List.of(), Preflight.judge(PLAN, with(on("ext4", true, 100 * GIB, 128))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xint",
                "-Xcomp",
                "-XX:TieredStopAtLevel=1",
                "-agentlib:jdwp=transport=dt_socket,server=y",
                "-Xrunjdwp:transport=dt_socket",
                "-Xdebug",
                "-javaagent:/home/jane/agent.jar",
                "-ea",
                "-ea:org.example...",
                "-esa"
            })
    void flagsThatSlowCodeDownAreNamed(String flag) {
        Map<String, String> inherited = Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g " + flag + "  -XX:TieredStopAtLevel=4 ");
        Finding finding = only(PLAN, with(0, "17", inherited));

        assertEquals(Severity.WARN, finding.severity());
        assertTrue(finding.what().startsWith("JAVA_TOOL_OPTIONS has " + flag.substring(0, 3)), finding::toString);
        assertTrue(!finding.what().contains("/home"), finding::toString);
    }

    /** The forks are given flags of their own, so this JVM's say nothing about what is measured. */
    @Test
    void onlyWhatForksInheritIsLookedAt() {
        Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-Xint", "MAVEN_OPTS", "-Xint", "HOME", "-Xint");

        assertEquals(Map.of("JAVA_TOOL_OPTIONS", "-Xint"), InheritedFlags.in(environment));
    }

    @Test
    void debugBuildsAreNamed() {
        assertOnly(Severity.WARN, "debug build", PLAN, with(0, "17.0.15+6-fastdebug mixed mode", Map.of()));
    }

    @Test
    void aSecondPageCacheBelowTheDeviceIsNamed() {
        Host buffered = new Host(CPU, MEMORY, GOOD.storage(), true, 0.5, null, "17", Map.of());

        assertOnly(Severity.WARN, "a loop device without O_DIRECT", PLAN, buffered);
    }

    @Test
    void refusalsComeFirst() {
        Host bad = new Host(
                CPU,
                MEMORY,
                on("tmpfs", GIB, 128),
                false,
                99,
                "x is not a directory",
                "17",
                Map.of("_JAVA_OPTIONS", "-Xint"));

        List<Severity> severities =
                Preflight.judge(PLAN, bad).stream().map(Finding::severity).toList();

        assertEquals(
                List.of(Severity.REFUSE, Severity.REFUSE, Severity.WARN, Severity.WARN, Severity.WARN), severities);
    }

    @Test
    void aFileIsNoDataDirectory(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");

        Finding finding =
                Preflight.check(new Plan(file.resolve("data"), 0, 1, -1)).get(0);

        assertEquals(Severity.REFUSE, finding.severity());
        assertTrue(finding.what().endsWith("file is not a directory"), finding::toString);
    }

    @Test
    void theHostIsReadFromTheKernelsFiles(@TempDir Path root, @TempDir Path data) throws IOException {
        new FakeRoot(root).file("/proc/self/mountinfo", FakeRoot.mount("0:40", "/", "tmpfs", "tmpfs", "rw"));

        Host host = Host.read(new SystemFiles(root), data.resolve("later"), null);

        assertEquals("tmpfs", host.storage().fileSystem());
        assertEquals(null, host.directoryFault());
    }

    @Test
    void impossiblePlansAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> new Plan(Path.of("data"), -1, 1, -1));
        assertThrows(IllegalArgumentException.class, () -> new Plan(Path.of("data"), 0, 0, -1));
    }

    @Test
    void aBufferedLoopDeviceBelowTheDataDirectoryIsSeen(@TempDir Path root, @TempDir Path data) throws IOException {
        SystemFiles files = new FakeRoot(root)
                .file("/proc/self/mountinfo", FakeRoot.mount("7:0", "/", "ext4", "/dev/loop0", "rw"))
                .file("/sys/block/loop0/loop/dio", "0")
                .link("/sys/dev/block/7:0", "/sys/block/loop0")
                .files();
        assertTrue(Host.read(files, data, null).deviceIsBuffered());
    }
}
