package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
    private static final String CPU = "/sys/devices/system/cpu";
    private static final String FLAGS = "-XX:+UseG1GC -Xms = -Xmx as the engine needs";

    @TempDir
    Path root;

    @TempDir
    Path data;

    private Map<String, Object> describe(String part) {
        return Machine.describe(new SystemFiles(root), data, FLAGS).get(part);
    }

    private void twoCoresOfTwoThreads() throws IOException {
        FakeRoot fake = new FakeRoot(root)
                .file("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Example 9000\nflags\t\t: fpu sse2")
                .file(CPU + "/intel_pstate/no_turbo", "1")
                .directory(CPU + "/cpufreq");
        cache(fake, 0, "1", "Data", "48K", "0");
        cache(fake, 1, "1", "Instruction", "32K", "0");
        cache(fake, 2, "2", "Unified", "1024K", "0");
        cache(fake, 3, "3", "Unified", "32768K", "0-3");
        for (int cpu = 0; cpu < 4; cpu++) {
            fake.file(CPU + "/cpu" + cpu + "/topology/thread_siblings_list", cpu % 2 + "," + (cpu % 2 + 2))
                    .file(CPU + "/cpu" + cpu + "/cpufreq/scaling_governor", cpu < 3 ? "powersave" : "performance")
                    .file(CPU + "/cpu" + cpu + "/cpufreq/scaling_min_freq", "800000")
                    .file(CPU + "/cpu" + cpu + "/cpufreq/scaling_max_freq", cpu == 0 ? "4200000" : "3900000");
        }
    }

    private static void cache(FakeRoot fake, int index, String level, String type, String size, String shared)
            throws IOException {
        String folder = CPU + "/cpu0/cache/index" + index;
        fake.file(folder + "/level", level)
                .file(folder + "/type", type)
                .file(folder + "/size", size)
                .file(folder + "/shared_cpu_list", shared);
    }

    @Test
    void threadsOfOneCoreAreOneCore() throws IOException {
        twoCoresOfTwoThreads();
        Map<String, Object> cpu = describe("cpu");

        assertEquals("Example 9000", cpu.get("model"));
        assertEquals(2, cpu.get("physicalCores"));
        assertEquals(4, cpu.get("logicalCores"));
        assertEquals(List.of("powersave", "performance"), cpu.get("governors"));
        assertEquals(800_000L, cpu.get("minimumKHz"));
        assertEquals(4_200_000L, cpu.get("maximumKHz"));
        assertEquals(false, cpu.get("turbo"));
        assertEquals(
                List.of(
                        "L1 data 48K of processors 0",
                        "L1 instruction 32K of processors 0",
                        "L2 unified 1024K of processors 0",
                        "L3 unified 32768K of processors 0-3"),
                cpu.get("caches"));
        assertEquals(32L << 20, cpu.get("lastCacheBytes"));
        assertEquals(false, cpu.get("virtual"));
    }

    @Test
    void memoryIsReadInBytes() throws IOException {
        new FakeRoot(root)
                .file(
                        "/proc/meminfo",
                        "MemTotal:       1000 kB\nMemAvailable:    600 kB\nSwapTotal:       100 kB\n"
                                + "SwapFree:         70 kB\nHugePages_Total:       3\nHugepagesize:       2048 kB")
                .file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");

        Map<String, Object> memory = describe("memory");

        assertEquals(1_024_000L, memory.get("totalBytes"));
        assertEquals(614_400L, memory.get("availableBytes"));
        assertEquals(102_400L, memory.get("swapTotalBytes"));
        assertEquals(30_720L, memory.get("swapUsedBytes"));
        assertEquals("madvise", memory.get("transparentHugePages"));
        assertEquals(3L, memory.get("hugePages"));
        assertEquals(2_097_152L, memory.get("hugePageBytes"));
        assertFalse(memory.containsKey("cgroupLimitBytes"));
    }

    @Test
    void theLowestLimitOfTheGroupsAboveCounts() throws IOException {
        String groups = "/sys/fs/cgroup/memory";
        new FakeRoot(root)
                .file("/proc/meminfo", "MemTotal: 1000 kB")
                .file("/proc/self/cgroup", "8:pids:/other\n4:memory:/job/step")
                .file(
                        "/proc/self/mountinfo",
                        FakeRoot.mount("0:31", groups, "cgroup", "cgroup", "rw,memory")
                                .strip())
                .file(groups + "/memory.limit_in_bytes", "9223372036854771712")
                .file(groups + "/job/memory.limit_in_bytes", "500000")
                .file(groups + "/job/step/memory.limit_in_bytes", "9223372036854771712");

        assertEquals(500_000L, describe("memory").get("cgroupLimitBytes"));
    }

    @Test
    void versionTwoWritesMaxForNoLimit() throws IOException {
        new FakeRoot(root)
                .file("/proc/meminfo", "MemTotal: 1000 kB")
                .file("/proc/self/cgroup", "0::/user.slice/run-1.scope")
                .file("/proc/self/mountinfo", FakeRoot.mount("0:31", "/sys/fs/cgroup", "cgroup2", "cgroup2", "rw"))
                .file("/sys/fs/cgroup/user.slice/memory.max", "300000")
                .file("/sys/fs/cgroup/user.slice/run-1.scope/memory.max", "max");

        assertEquals(300_000L, describe("memory").get("cgroupLimitBytes"));
    }

    @Test
    void aLogicalVolumeIsDescribedByItsDisk() throws IOException {
        String dm = "/sys/devices/virtual/block/dm-0";
        String disk = "/sys/devices/pci/nvme/nvme0n1";
        new FakeRoot(root)
                .file("/proc/self/mountinfo", FakeRoot.mount("253:0", "/", "xfs", "/dev/mapper/vg-data", "rw,noquota"))
                .file(dm + "/queue/read_ahead_kb", "128")
                .file(dm + "/queue/logical_block_size", "512")
                .file(dm + "/queue/physical_block_size", "4096")
                .file(dm + "/queue/scheduler", "none")
                .file(disk + "/queue/scheduler", "[none] mq-deadline")
                .file(disk + "/queue/rotational", "0")
                .file(disk + "/device/model", "Example SSD 1TB   ")
                .file(disk + "/nvme0n1p3/partition", "3")
                .link("/sys/dev/block/253:0", dm)
                .link(dm + "/slaves/nvme0n1p3", disk + "/nvme0n1p3");

        Map<String, Object> storage = describe("storage");

        assertEquals("xfs", storage.get("fileSystem"));
        assertEquals("rw,relatime,noquota", storage.get("mountOptions"));
        assertEquals("dm-0", storage.get("device"));
        assertEquals(List.of("nvme0n1"), storage.get("disks"));
        assertEquals(List.of("Example SSD 1TB"), storage.get("model"));
        assertEquals(false, storage.get("rotational"));
        assertEquals(List.of("none"), storage.get("scheduler"));
        assertEquals(128L, storage.get("readAheadKiB"));
        assertEquals(512L, storage.get("logicalBlockBytes"));
        assertEquals(4096L, storage.get("physicalBlockBytes"));
        assertTrue((long) storage.get("freeBytes") > 0);
    }

    @Test
    void aLoopDeviceIsDescribedByTheDiskOfItsFile() throws IOException {
        new FakeRoot(root)
                .file(
                        "/proc/self/mountinfo",
                        FakeRoot.mount("8:1", "/images", "ext4", "/dev/sda1", "rw") + "\n"
                                + FakeRoot.mount("7:0", "/", "ext4", "/dev/loop0", "rw"))
                .file("/sys/block/loop0/loop/backing_file", "/images/disk.img")
                .file("/sys/block/loop0/queue/read_ahead_kb", "256")
                .file("/sys/block/sda/sda1/partition", "1")
                .file("/sys/block/sda/queue/rotational", "1")
                .link("/sys/dev/block/7:0", "/sys/block/loop0")
                .link("/sys/dev/block/8:1", "/sys/block/sda/sda1");

        Map<String, Object> storage = describe("storage");

        assertEquals("loop0", storage.get("device"));
        assertEquals(List.of("sda"), storage.get("disks"));
        assertEquals(true, storage.get("rotational"));
        assertEquals(256L, storage.get("readAheadKiB"));
    }

    @Test
    void anAnonymousDeviceNumberIsResolvedByTheSource() throws IOException {
        new FakeRoot(root)
                .file("/proc/self/mountinfo", FakeRoot.mount("0:44", "/", "btrfs", "/dev/sdb", "rw,compress=zstd:3"))
                .file("/dev/sdb", "")
                .file("/sys/block/sdb/queue/read_ahead_kb", "128")
                .link("/sys/class/block/sdb", "/sys/block/sdb");

        Map<String, Object> storage = describe("storage");

        assertEquals("sdb", storage.get("device"));
        assertEquals("rw,relatime,compress=zstd:3", storage.get("mountOptions"));
        assertNull(storage.get("readAheadKiB"), "not the disk's: btrfs has its own");
    }

    @Test
    void whatCannotBeReadIsNamed() {
        Map<String, Map<String, Object>> machine =
                Machine.describe(new SystemFiles(root), data.resolve("not/yet"), FLAGS);

        assertEquals(List.of("cpu", "memory", "kernel", "storage", "jvm"), List.copyOf(machine.keySet()));
        assertEquals(
                List.of(
                        "model",
                        "physicalCores",
                        "logicalCores",
                        "governors",
                        "minimumKHz",
                        "maximumKHz",
                        "turbo",
                        "caches",
                        "lastCacheBytes",
                        "virtual"),
                machine.get("cpu").get(Machine.UNKNOWN));
        assertTrue((int) machine.get("cpu").get("usableCores") > 0);
        assertTrue((long) machine.get("memory").get("totalBytes") > 0, "the JVM knows it without /proc");
        assertTrue((long) machine.get("storage").get("totalBytes") > 0, "of the nearest directory that exists");
        assertTrue(((List<?>) machine.get("storage").get(Machine.UNKNOWN)).contains("device"));
    }

    @Test
    void theJvmIsTheOneThatMeasuresAndNotTheOneThatStartsIt() {
        Map<String, Object> jvm = Machine.describe(data, FLAGS).get("jvm");

        assertEquals(List.of("vendor", "version", "javaVersion", "vmName", "forkFlags"), List.copyOf(jvm.keySet()));
        assertEquals(FLAGS, jvm.get("forkFlags"));
    }

    @Test
    void thisMachineIsDescribedWithoutNamesOfPlacesAndPeople() throws IOException {
        String text = Machine.describe(data, FLAGS).toString();

        assertFalse(text.contains(data.toString()), text);
        assertFalse(text.contains(data.getParent().toString() + "/"), text);
        assertFalse(text.contains("/dev/"), text);
        String host = InetAddress.getLocalHost().getHostName();
        assertFalse(text.contains("=" + host + ",") || text.contains("=" + host + "}"), text);
    }
}
