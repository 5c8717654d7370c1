package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On image files, made by the formats' own tools where they are installed. */
class SignaturesTest {
    private static final long SIZE = 400L << 20;

    @TempDir
    Path directory;

    private Path image(long size) throws IOException {
        Path image = directory.resolve("image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(size);
        }
        return image;
    }

    private static List<String> names(Path image) throws IOException {
        List<String> uses = new ArrayList<>();
        List<String> names = BlockDevice.signatures(image, uses).stream()
                .map(BlockDevice.Signature::name)
                .distinct()
                .toList();
        assertEquals(List.of(), uses);
        return names;
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "mkfs.ext4 -q -F IMAGE => ext4",
                "mkswap IMAGE => swap",
                "echo 'label: gpt' | sfdisk -q IMAGE => gpt",
                "echo 'label: dos' | sfdisk -q IMAGE => dos",
                "mkfs.xfs -q -f IMAGE => xfs",
                "mkfs.btrfs -q -f IMAGE => btrfs",
                "cryptsetup luksFormat -q --pbkdf pbkdf2 --pbkdf-force-iterations 1000 IMAGE /etc/hostname => crypto_LUKS"
            })
    void findsWhatTheFormatsOwnToolsMake(String command, String name) throws IOException {
        Path image = image(SIZE);
        String tool = command.replaceFirst("^echo .*\\| ", "").split(" ", 2)[0];
        String path = "PATH=$PATH:/usr/sbin:/sbin; ";
        Tool.Result which =
                Tool.run("sh", Duration.ofSeconds(10), List.of("/bin/sh", "-c", path + "command -v " + tool));
        assumeTrue(which.exitCode() == 0, "skipped: " + tool + " is not installed");

        Tool.Result made = Tool.run(
                "sh",
                Duration.ofMinutes(1),
                List.of("/bin/sh", "-c", path + command.replace("IMAGE", image.toString())));

        assertEquals(0, made.exitCode(), made::toString);
        assertTrue(names(image).contains(name), () -> command + " made " + made);
    }

    @Test
    void findsNothingOnZeros() throws IOException {
        assertEquals(List.of(), names(image(SIZE)));
    }

    @Test
    void refusesWhatWipefsCannotRead() throws IOException {
        List<String> uses = new ArrayList<>();
        assertEquals(List.of(), BlockDevice.signatures("no-wipefs", image(SIZE), uses));
        BlockDevice.signatures(directory.resolve("gone"), uses);
        assertEquals(2, uses.size());
        assertEquals(
                "whether it holds a file system cannot be seen: no-wipefs is missing: install the package util-linux",
                uses.get(0));
        assertTrue(uses.get(1).contains("No such file"), uses::toString);
    }

    @Test
    void readsDevicesSmallerThanAnyFormat() throws IOException {
        for (long size : new long[] {512, 4096, 70_000}) {
            assertEquals(List.of(), names(image(size)), size + " bytes");
        }
    }
}
