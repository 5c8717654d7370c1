package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs are published: what they say of a budget that is not enforced has no path of the machine in it. */
class MemoryLimitTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cannot create a memory group: no permission in /sys/fs/cgroup/u/1000; run once: mkdir /sys/fs/cgroup/x | \
            cannot create a memory group: no permission in its control group
            cannot create a memory group: other processes are in /user.slice/a.scope, which may then have none; x | \
            cannot create a memory group: other processes are in its control group, which may then have none
            /sys/fs/cgroup/memory/storemark-1/memory.max | its control group
            no memory group of 1 GiB: this process is limited to 512 MiB itself; choose a smaller budget | \
            no memory group of 1 GiB: this process is limited to 512 MiB itself
            """)
    void aRunSaysWhyWithoutAPath(String advice, String recorded) {
        Map<String, String> options = new HashMap<>();
        MemoryLimit.record(options, advice);
        assertEquals(Map.of("memory-advisory", recorded), options);
    }

    @Test
    void aRunWithoutAdviceSaysNothing() {
        Map<String, String> options = new HashMap<>();
        MemoryLimit.record(options, null);
        assertEquals(Map.of(), options);
    }
}
