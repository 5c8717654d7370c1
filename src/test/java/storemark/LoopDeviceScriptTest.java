package storemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static storemark.LoopDevice.needs;
import static storemark.LoopDevice.sh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.machine.Machine;

/** scripts/loop-device.sh is run by root in a folder that a user names: it deletes its own files there, and nothing else. */
class LoopDeviceScriptTest {
    private static final Path SCRIPT = Path.of("scripts/loop-device.sh").toAbsolutePath();

    @TempDir
    Path directory;

    private Path loops;
    private Path somebodys;

    @BeforeEach
    void somebodysFile() throws IOException {
        LoopDevice.needsRoot();
        needs("fallocate");
        loops = Files.createDirectory(directory.resolve("my loops")).toRealPath();
        somebodys = Files.writeString(loops.resolve("device-abcdef.img"), "thesis");
    }

    @AfterEach
    void removeAll() throws IOException {
        if (loops != null) {
            script(loops.toString(), "remove");
        }
    }

    /** Runs the script beside the folder, so that its name may be relative. */
    private String script(String folder, String command) throws IOException {
        return sh("cd '" + directory + "' && STOREMARK_LOOP_DIR='" + folder + "' '" + SCRIPT + "' " + command);
    }

    /** The script must end with exit code 3, which says that it was refused. */
    private String refused(String folder, String command) throws IOException {
        return script(folder, command + "; test $? = 3");
    }

    private List<Path> images() throws IOException {
        return Tree.list(loops.resolve("storemark-loop"));
    }

    private void assertOnlySomebodysFileIsLeft() throws IOException {
        assertEquals("thesis", Files.readString(somebodys));
        assertEquals(List.of(somebodys), Tree.list(loops));
    }

    @Test
    void whatElseIsInTheFolderSurvivesFailuresAndTheLastRemoval() throws Exception {
        refused(loops.toString(), "create 900000000g");
        assertOnlySomebodysFileIsLeft();
        refused(loops.toString(), "create huge");
        assertOnlySomebodysFileIsLeft();
        script(loops.toString(), "remove");
        assertOnlySomebodysFileIsLeft();
        String device = create(loops.toString());
        Path notes = Files.writeString(loops.resolve("storemark-loop/notes"), "mine");
        script(loops.toString(), "remove " + device);
        assertEquals(List.of(notes), images());
        Files.delete(notes);
        script(loops.toString(), "remove");
        assertOnlySomebodysFileIsLeft();
    }

    /** Whether the device has a file of this test: once it is free, any other process may take its number. */
    private boolean isOurs(String device) throws IOException {
        Path file = Path.of("/sys/block", device.substring(5), "loop", "backing_file");
        return Files.exists(file)
                && Files.readString(file).startsWith(directory.toRealPath().toString());
    }

    /** The kernel knows one name of a file; the user may give another. */
    @Test
    void theFolderIsTheSameByAnyName() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), loops);
        for (String name : new String[] {
            "my loops", "my loops/", "./my loops//", "../" + directory.getFileName() + "/link", link + "/"
        }) {
            String device = create(name);
            for (String other : new String[] {loops.toString(), "my loops/", link.toString()}) {
                assertTrue(script(other, "list").startsWith(device + " 16777216 "), () -> other + " after " + name);
            }
            assertEquals("removed " + device + " (16777216 bytes)", script(name, "remove"));
            assertFalse(isOurs(device), device + " is still there");
            assertOnlySomebodysFileIsLeft();
        }
    }

    /** The name of the device; a note about its file system may be printed before it. */
    private String create(String folder) throws IOException {
        return script(folder, "create 16m")
                .lines()
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    @Test
    void anOpenDeviceIsNotRemoved() throws Exception {
        String device = create("my loops");
        Process holder = new ProcessBuilder("/bin/sh", "-c", "exec 3<" + device + "; echo open; read end").start();
        try {
            assertEquals('o', holder.getInputStream().read());
            String told = refused("my loops/", "remove");
            assertTrue(told.contains(device + " is in use (process " + holder.pid() + " (sh) has it open)"), told);
            assertEquals(1, images().size());
            assertEquals(
                    "1", sh("cat /sys/block/" + device.substring(5) + "/loop/backing_file | grep -c storemark-loop"));
            assertEquals("0", sh("cat /sys/block/" + device.substring(5) + "/loop/autoclear"));
        } finally {
            holder.getOutputStream().close();
            holder.waitFor();
        }
        script("my loops", "remove " + device);
        assertOnlySomebodysFileIsLeft();
    }

    @Test
    void aMountedDeviceIsNotRemovedNorOneBehindAnother() throws Exception {
        needs("mkfs.ext4");
        String device = create("my loops");
        sh("mkfs.ext4 -q " + device);
        Path point = Files.createDirectory(directory.resolve("mount"));
        sh("mount " + device + " '" + point + "'");
        try {
            String told = refused("my loops", "remove " + device);
            assertTrue(told.contains(device + " is in use (" + device + " is mounted)"), told);
        } finally {
            sh("umount '" + point + "'");
        }
        String above = sh("losetup --find --show " + device);
        try {
            String told = refused("my loops", "remove");
            assertTrue(told.contains("is in use (" + device + " is behind another loop device)"), told);
        } finally {
            sh("losetup --detach " + above);
        }
        assertEquals(1, images().size());
    }

    @Test
    void mountsExt4WithAJournalAndTakesItAway() throws Exception {
        needs("mkfs.ext4");
        needs("findmnt");
        Path point = Files.createDirectory(directory.resolve("data folder"));
        String told = script("my loops", "mount 64m '" + point + "'");
        String device = told.lines().reduce((first, last) -> last).orElseThrow().split(" ", 2)[0];
        try {
            assertTrue(sh("dumpe2fs -h " + device).contains("has_journal"));
            Map<String, Object> storage = Machine.describe(point, "").get("storage");
            assertEquals("ext4", storage.get("fileSystem"));
            assertEquals(true, storage.get("journal"));
            String busy = refused("my loops", "remove " + device);
            assertTrue(busy.contains("is mounted"), busy);
            assertTrue(refused("my loops", "unmount /proc").contains("no device that this script made"));
        } finally {
            script("my loops", "unmount '" + point + "'");
        }
        assertFalse(isOurs(device), device + " is still there");
        assertOnlySomebodysFileIsLeft();
        assertTrue(refused("my loops", "unmount '" + point + "'").contains("is not a mount"));
        assertTrue(refused("my loops", "mount 16m '" + directory + "/none'").contains("is not a folder"));
        assertOnlySomebodysFileIsLeft();
    }

    @Test
    void aMountedPartitionKeepsItsDevice() throws Exception {
        needs("sfdisk");
        needs("mkfs.ext4");
        String device = create("my loops");
        sh("printf 'label: gpt\nstart=256, size=2048\n' | sfdisk -q " + device);
        sh("test -e " + device + "p1 || addpart " + device + " 1 2048 16384");
        Path point = Files.createDirectory(directory.resolve("mount"));
        try {
            sh("mkfs.ext4 -q " + device + "p1 && mount " + device + "p1 '" + point + "'");
            String told = refused("my loops", "remove");
            assertTrue(told.contains(device + " is in use (" + device + "p1 is mounted)"), told);
            assertEquals(1, images().size());
        } finally {
            sh("umount '" + point + "'; delpart " + device + " 1");
        }
    }

    @Test
    void aFolderThatSomebodyElseMadeInItsPlaceIsLeftAlone() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(loops.resolve("storemark-loop"), elsewhere);
        assertTrue(refused("my loops", "create 16m").contains("is not a directory owned by this user"));
        Files.delete(link);
        assertEquals(List.of(), Tree.list(elsewhere));
        assertTrue(refused("no such folder", "create 16m").contains("is not a folder"));
    }
}
