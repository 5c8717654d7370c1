package storemark.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After chroot to a plain folder no mount holds what is in it: the JVM finds no file store there. */
class ChrootIT {
    @Test
    void aRunNeedsNoMountTable(@TempDir Path here) throws Exception {
        Jar jar = Jar.inChroot(here);
        Jar.Ended ended = jar.run(
                "run --page-only --engines lmdb,je --workloads insert,read --threads 1 --entries 2k --step 1k --time 50ms --results r");
        assertTrue(ended.said().matches("(?s).*\nlmdb +[0-9.]+k +[0-9.]+[kM]\n.*"), ended::said);
        assertTrue(ended.said().contains("JE finds no mount of "), ended::said);
        String machine = Files.readString(here.resolve("root/data/r/machine.json"));
        assertTrue(machine.matches("(?s).*\"freeBytes\" : [1-9].*"), machine);
        assertTrue(machine.matches("(?s).*\"unknown\" : \\[ \"fileSystem\".*"), "or its root is a mount: " + machine);
    }
}
