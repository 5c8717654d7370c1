package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static storemark.LoopDevice.needs;
import static storemark.LoopDevice.sh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.LoopDevice;
import storemark.Opened;
import storemark.Tree;
import storemark.machine.MemoryGroup;

/** Stores on a block device, as a user puts them there. Only root can make the device. */
class DeviceIT extends WithJar {
    private static final String SMALL =
            " --threads 1 --entries 10k --step 5k --time 50ms --cache 32m --dir data --results results";

    @AutoClose
    private final Opened opened = new Opened();

    private LoopDevice loop;

    @BeforeEach
    void makeDevice() throws IOException {
        loop = opened.add(LoopDevice.create(here, 256L << 20));
    }

    private Jar.Ended jar(String command) throws Exception {
        return jar.run(command.replace("DEVICE", loop.path().toString()));
    }

    /** Asserts that a run and a load are refused with the confirmation that would be right, and that no byte has changed. */
    private void assertRefused(String told) throws Exception {
        String before = loop.digest();
        String option = " --device DEVICE --erase-device=256m";
        jar("load --engines tupl --entries 1k --dir data" + option).expectLine(3, told);
        jar("run --engines tupl --workloads read" + SMALL + option).expectLine(3, told);
        assertEquals(before, loop.digest());
        assertFalse(Files.exists(here.resolve("results")));
    }

    @Test
    void whatCarriesAFileSystemIsRefusedMountedOrNot() throws Exception {
        needs("mkfs.ext4");
        sh("mkfs.ext4 -q " + loop.path());
        assertRefused("it holds a signature of ext4");
        loop.mount(loop.path(), here.resolve("mount"));
        assertRefused(loop.path() + " is mounted at ");
    }

    /** What a wrong size is told, and that a suite file has no such setting, is tested without a process. */
    @Test
    void anErasureIsTypedOnTheCommandLineAndNeverElsewhere() throws Exception {
        String before = loop.digest();
        String read = " --engines tupl --workloads read" + SMALL;
        jar("run --device DEVICE" + read).expectLine(3, "add --erase-device=256m");
        jar("run --device DEVICE --erase-device" + read).expectLine(2, "'--erase-device'");
        jar("run --erase-device=256m" + read).expectLine(2, "no engine specification is on a device");
        jar("ReadBenchmark -p engine=tupl:device -p entries=1k -p step=1k -f 1 -wi 0 -i 1 -r 50ms -jvmArgsAppend"
                        + " -Dstoremark.device=DEVICE")
                .expect(1);
        String sqlite = "load --engines sqlite --entries 1k --dir data --device DEVICE --erase-device=256m";
        jar(sqlite).expectLine(3, "not supported: block device: ");
        jar("run --device /dev/no-such-device --erase-device=1g" + read).expectLine(3, "does not exist");
        assertEquals(before, loop.digest());
        assertFalse(Files.exists(Path.of("/dev/no-such-device")));
        assertFalse(Files.exists(here.resolve("results")));
    }

    /** Inserts make a store on the device; a mix reads, scans and updates one that was loaded there. */
    @Test
    void severalPlacesAreSeriesOfOneReport() throws Exception {
        String engines = "tupl,tupl:device,tupl:device,direct,cipher,lmdb:1.0,device,sqlite:device";
        jar("run --page-only --verify --workloads insert,mix --device DEVICE --erase-device=256m --threads 1 --entries 4k --step 4k --time 20ms --cache 32m"
                        + " --dir data --results results --engines " + engines)
                .expect(0);
        Map<String, String> states = results.states();
        assertEquals(10, states.size());
        assertEquals(
                Set.of("DONE"),
                states.entrySet().stream()
                        .filter(cell -> cell.getKey().startsWith("tupl"))
                        .map(Map.Entry::getValue)
                        .collect(Collectors.toCollection(TreeSet::new)));
        for (String cell : states.keySet()) {
            if (states.get(cell).equals("UNSUPPORTED")) {
                String reason = results.reason(cell);
                assertTrue(
                        reason.startsWith("not supported: block device: ")
                                || reason.endsWith("run scripts/build-lmdb-1.0.sh"),
                        reason);
            } else {
                assertEquals("DONE", states.get(cell), cell);
            }
        }
        results.files()
                .forEach((name, content) ->
                        assertFalse(content.contains(loop.path().toString()), name + " names the device"));
        assertEquals(
                loop.name(), results.json("machine.json").at("/device/name").asText());
    }

    /** The store on the device is written to in place, so what a killed run had done to it is done again. */
    @Test
    void aKilledRunGoesOn() throws Exception {
        String run = "run --page-only --workloads read,update,mix --engines tupl:device,direct --device " + loop.path()
                + " --erase-device=256m" + SMALL;
        Jar.Running killed = jar.start(run);
        killed.await("the second cell", () -> killed.hasSaid("[2/3]"));
        killed.kill();
        jar.expectNobodyAlive();
        jar("run --resume results --dir data").expectLine(2, "name one by --device PATH");
        jar("run --page-only --resume results --dir data --device DEVICE").expect(0);
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()));
        Path written = Tree.list(here.resolve("data")).stream()
                .filter(store -> store.getFileName().toString().startsWith("tupl_device_direct-"))
                .findFirst()
                .orElseThrow();
        jar("verify --folder " + written + " --device DEVICE").expect(0);
    }

    /** Neither JMH nor a run over another folder replaces a dataset which that folder knows nothing of. */
    @Test
    void aDatasetOfAnotherFolderIsNotReplacedUnasked() throws Exception {
        String load = "load --engines tupl:device --entries 2k --cache 32m --device DEVICE --dir ";
        jar(load + "data --erase-device=256m").expect(0);
        String before = loop.digest();
        String jmh =
                "UpdateBenchmark -p engine=tupl:device+direct -p entries=2k -p step=1k -p cache=32m -f 1 -wi 0 -i 1 -r 20ms -foe true"
                        + " -jvmArgsAppend -Dstoremark.device=DEVICE -jvmArgsAppend -Dstoremark.dir=";
        Jar.Ended other = jar(jmh + "other").expect(1);
        assertTrue(other.said().contains("holds a dataset of another folder than other"), other::said);
        jar(load + "other").expectLine(3, "holds a dataset of another folder than other");
        assertEquals(before, loop.digest());
        Jar.Ended again = jar(load + "data").expect(0);
        String note = "note: " + loop.path() + " holds data/tupl_device-";
        assertTrue(again.out().stream().anyMatch(line -> line.startsWith(note)), again::said);
        jar(jmh + "data").expect(0);
    }

    /** Who cannot see whether others have the device open may not write to it, even with all rights to the device itself. */
    @Test
    void onlyRootMayUseADevice() throws Exception {
        Jar nobody = Jar.asNobody(here);
        String before = loop.digest();
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(loop.path());
        Files.setPosixFilePermissions(loop.path(), PosixFilePermissions.fromString("rw-rw-rw-"));
        try {
            String device = " --dir data --device " + loop.path() + " --erase-device=256m";
            nobody.run("load --engines tupl --entries 1k" + device).expectLine(3, "run as root");
            nobody.run("run --engines tupl --workloads read --threads 1 --entries 1k --step 1k" + device)
                    .expectLine(3, "run as root");
        } finally {
            Files.setPosixFilePermissions(loop.path(), rights);
        }
        assertEquals(before, loop.digest());
    }

    /** What the device has in the page cache is evicted as files are: else a budget holds nothing, and no step is cold. */
    @Test
    void budgetsAndColdStepsCountTheDevice() throws Exception {
        try (MemoryGroup probe = MemoryGroup.create(192L << 20)) {
            assertTrue(Files.isDirectory(probe.directory()));
        } catch (IOException none) {
            abort("skipped: " + none.getMessage());
        }
        Files.writeString(here.resolve("mine.yaml"), """
                settings: {engines: ["tupl:device"], memory: 192m, threads: [1], entries: 40k, step: 20k, value-bytes: 500, time: 50ms}
                groups: [{workloads: [insert]}, {workloads: [read], cold: true}]
                """);
        jar("run mine.yaml --page-only --device DEVICE --erase-device=256m --dir data --results results")
                .expect(0);
        assertEquals(List.of("DONE", "DONE"), results.outcomes());
        String cold = results.states().keySet().stream()
                .filter(cell -> cell.contains("-read-"))
                .findFirst()
                .orElseThrow();
        for (double read : RunResults.metric(results.cell(cold), "ioReadBytes")) {
            assertTrue(read > 0, () -> "a cold step has read " + read);
        }
    }
}
