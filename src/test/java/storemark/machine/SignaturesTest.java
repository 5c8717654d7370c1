package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On image files: with the formats' own tools where they are installed, and with hand-placed magic numbers. */
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
        try (FileChannel channel = FileChannel.open(image)) {
            return Signatures.find(channel, channel.size()).stream()
                    .map(BlockDevice.Signature::name)
                    .distinct()
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "mkfs.ext4 -q -F IMAGE => ext2, ext3 or ext4",
                "mkfs.ext2 -q -F -b 1024 IMAGE => ext2, ext3 or ext4",
                "mkswap IMAGE => swap",
                "echo 'label: gpt' | sfdisk -q IMAGE => GPT partition table",
                "echo 'label: dos' | sfdisk -q IMAGE => partition table or boot sector (MBR)",
                "mkfs.xfs -q -f IMAGE => XFS",
                "mkfs.btrfs -q -f IMAGE => Btrfs",
                "mkfs.f2fs -q -f IMAGE => F2FS",
                "mkfs.nilfs2 -q IMAGE => NILFS2",
                "mkfs.jfs -q -f IMAGE => JFS",
                "mkfs.vfat -F 32 IMAGE => FAT",
                "mkfs.vfat -F 16 IMAGE => FAT",
                "mkfs.exfat IMAGE => exFAT",
                "mkfs.ntfs -q -Q -F IMAGE => NTFS",
                "cryptsetup luksFormat -q --type luks1 --pbkdf-force-iterations 1000 IMAGE /etc/hostname => LUKS encryption",
                "cryptsetup luksFormat -q --pbkdf pbkdf2 --pbkdf-force-iterations 1000 IMAGE /etc/hostname => LUKS encryption (second header)",
                "mksquashfs /etc/hostname IMAGE -noappend -quiet => SquashFS",
                "genisoimage -quiet -o IMAGE /etc/hostname => ISO 9660"
            })
    void whatTheFormatsOwnToolsMakeIsFound(String command, String name) throws IOException {
        Path image = image(SIZE);
        String tool = command.replaceFirst("^echo .*\\| ", "").split(" ", 2)[0];
        String path = "PATH=$PATH:/usr/sbin:/sbin; ";
        Tool.Result which = Tool.run(Duration.ofSeconds(10), List.of("/bin/sh", "-c", path + "command -v " + tool))
                .orElseThrow();
        assumeTrue(which.exitCode() == 0, "skipped: " + tool + " is not installed");

        Tool.Result made = Tool.run(
                        Duration.ofMinutes(1),
                        List.of("/bin/sh", "-c", path + command.replace("IMAGE", image.toString())))
                .orElseThrow();

        assertEquals(0, made.exitCode(), made::toString);
        assertTrue(names(image).contains(name), () -> command + " made " + made);
    }

    @ParameterizedTest
    @CsvSource({
        "4096, fc4e2ba9, Linux RAID (md 1.2)",
        "0, fc4e2ba9, Linux RAID (md 1.1)",
        // md 1.0: at least 8 KiB before the end, on a multiple of 4 KiB
        "419422208, fc4e2ba9, Linux RAID (md 1.0)",
        // md 0.90: the last whole 64 KiB, in the byte order of its machine
        "419364864, fc4e2ba9, Linux RAID (md 0.90)",
        "419364864, a92b4efc, Linux RAID (md 0.90)",
        "512, 4c4142454c4f4e45, LVM physical volume",
        "4120, c68573f64e1a45ca8265f57f48ba6d81, bcache",
        // ZFS: an uberblock of the first label, and of the fourth in the other byte order
        "147456, 0cb1ba0000000000, ZFS",
        "419299328, 0000000000bab10c, ZFS",
        "419430400, 4546492050415254, GPT partition table (backup)",
        "419429888, 496e74656c2052616964204953" + "4d2043666720536967" + "2e20, Intel RAID",
        "65526, 53574150535041434532, swap"
    })
    void magicNumbersAreFoundInTheirPlaces(long offset, String digits, String name) throws IOException {
        // A size that is no multiple of 64 KiB, as of a real disk.
        Path image = image(SIZE + 512);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.seek(offset);
            file.write(HexFormat.of().parseHex(digits));
        }

        assertEquals(List.of(name), names(image));
    }

    @Test
    void nothingIsFoundOnZeros() throws IOException {
        assertEquals(List.of(), names(image(SIZE)));
    }

    @Test
    void aMagicNumberOfTwoBytesAloneIsNoExtFileSystem() throws IOException {
        Path image = image(SIZE);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.seek(1024);
            file.write(HexFormat.of().parseHex("ff".repeat(56) + "53ef" + "ff".repeat(38)));
        }

        assertEquals(List.of(), names(image));
    }

    @Test
    void devicesSmallerThanAnyFormatAreRead() throws IOException {
        for (long size : new long[] {0, 512, 4096, 70_000}) {
            assertEquals(List.of(), names(image(size)), size + " bytes");
        }
    }
}
