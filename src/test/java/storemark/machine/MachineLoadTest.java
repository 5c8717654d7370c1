package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLoadTest {
    @TempDir
    Path root;

    private MachineLoad now(int waitedMicros, int throttled) throws IOException {
        FakeRoot machine = new FakeRoot(root)
                .file("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", String.valueOf(throttled))
                .file("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "5")
                .file("/sys/fs/cgroup/cpu.stat", "usage_usec 1\nnr_throttled " + throttled);
        for (String what : List.of("cpu", "io", "memory")) {
            machine.file("/proc/pressure/" + what, "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + waitedMicros);
        }
        return MachineLoad.now(machine.files(), List.of());
    }

    @Test
    void pressureIsAShareOfTheTimeAndThrottlesAreCounted() throws Exception {
        MachineLoad before = now(1000, 2);
        MachineLoad after = now(1400, 3);
        MachineLoad.Shares shares = after.since(before);
        double share = 400e3 / (after.nanos() - before.nanos());
        assertEquals(share, shares.cpuPressure(), 1e-9 * share);
        assertEquals(share, shares.ioPressure(), 1e-9 * share);
        assertEquals(share, shares.memoryPressure(), 1e-9 * share);
        assertEquals(2, shares.throttles(), "of one core and of the group");
    }

    /** The counters are the machine's, also where a process may use few of its cores. */
    @Test
    void timesAreSharesOfAllCoresOfTheMachine() throws Exception {
        MachineLoad before = ticks(100);
        MachineLoad after = ticks(300);
        double nanosOfAll = 4.0 * (after.nanos() - before.nanos());
        assertEquals(200e7 / nanosOfAll, after.since(before).others(), 1e-9 * 200e7 / nanosOfAll);
    }

    @Test
    void whatIsLeftOutCountsInNeitherTimesNorTicks() throws Exception {
        MachineLoad before = ticks(100);
        MachineLoad from = ticks(110);
        MachineLoad to = ticks(510);
        MachineLoad after = ticks(520);
        double nanosOfAll = 4.0 * (from.nanos() - before.nanos() + after.nanos() - to.nanos());
        assertEquals(20e7 / nanosOfAll, after.since(before.plus(from, to)).others(), 1e-9 * 20e7 / nanosOfAll);
    }

    private MachineLoad ticks(int user) throws IOException {
        String stat = "cpu  " + user + " 0 7 9 0 0 0 0 0 0\n";
        for (int core = 0; core < 4; core++) {
            stat += "cpu" + core + " 1 0 7 9 0 0 0 0 0 0\n";
        }
        return MachineLoad.now(
                new FakeRoot(root)
                        .file("/proc/stat", stat + "intr 5 1\nctxt 3\n")
                        .files(),
                List.of());
    }

    @Test
    void whatTheKernelDoesNotTellIsMinusOne() {
        MachineLoad nothing = MachineLoad.now(new FakeRoot(root).files(), List.of());
        MachineLoad.Shares shares = nothing.since(nothing);
        assertEquals(
                List.of(-1.0, -1.0, -1.0, -1.0, -1.0),
                List.of(
                        shares.steal(),
                        shares.cpuPressure(),
                        shares.ioPressure(),
                        shares.memoryPressure(),
                        shares.throttles()));
    }

    @Test
    void thisMachineTellsItsTimes() {
        MachineLoad.Shares shares = MachineLoad.now(List.of()).since(MachineLoad.now(List.of()));
        assertTrue(shares.others() >= 0 && shares.kernel() >= 0 && shares.steal() >= 0, shares::toString);
    }
}
