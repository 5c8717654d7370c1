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
