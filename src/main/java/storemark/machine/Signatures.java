package storemark.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import storemark.machine.BlockDevice.Signature;

/**
 * The magic numbers by which file systems, partition tables, RAID, volume managers, encryption and swap are known. Their
 * places are those of the formats' own definitions, as libblkid, the library of {@code wipefs}, knows them too. Only
 * copies that {@code wipefs --all} erases are looked at, so that a device which its owner erased is found empty.
 */
final class Signatures {
    /** Bytes as hexadecimal digits, and where they are. */
    private record Magic(String name, long offset, String digits) {
        static Magic text(String name, long offset, String text) {
            return new Magic(name, offset, HexFormat.of().formatHex(text.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    private static final int UBERBLOCK = 1024;
    private static final long KIB = 1024;
    private static final String MD_LITTLE_ENDIAN = "fc4e2ba9";
    private static final String ZFS_LITTLE_ENDIAN = "0cb1ba0000000000";
    private static final String ZFS_BIG_ENDIAN = "0000000000bab10c";

    /** At the same place on a device of any size. */
    private static final List<Magic> FIXED = fixed();

    private final FileChannel channel;
    private final long size;
    private final List<Signature> found = new ArrayList<>();

    private Signatures(FileChannel channel, long size) {
        this.channel = channel;
        this.size = size;
    }

    /** Reads where signatures can be, and never writes. */
    static List<Signature> find(FileChannel channel, long size) throws IOException {
        Signatures signatures = new Signatures(channel, size);
        for (Magic magic : FIXED) {
            signatures.check(magic);
        }
        signatures.ext();
        signatures.raid();
        signatures.zfs();
        for (long block : new long[] {512, 4096}) {
            signatures.check(Magic.text("GPT partition table (backup)", size - block, "EFI PART"));
        }
        return signatures.found;
    }

    private static List<Magic> fixed() {
        List<Magic> magics = new ArrayList<>(List.of(
                new Magic("partition table or boot sector (MBR)", 510, "55aa"),
                Magic.text("GPT partition table", 512, "EFI PART"),
                Magic.text("GPT partition table", 4096, "EFI PART"),
                new Magic("BSD disk label", 512, "57455682"),
                Magic.text("XFS", 0, "XFSB"),
                Magic.text("Btrfs", 64 * KIB + 64, "_BHRfS_M"),
                new Magic("F2FS", KIB, "1020f5f2"),
                new Magic("F2FS", 5 * KIB, "1020f5f2"),
                new Magic("NILFS2", KIB, "0200000000003434"),
                new Magic("EROFS", KIB, "e2e1f5e0"),
                Magic.text("JFS", 32 * KIB, "JFS1"),
                Magic.text("ReiserFS", 64 * KIB + 52, "ReIsEr"),
                Magic.text("ReiserFS", 8 * KIB + 52, "ReIsEr"),
                new Magic("GFS2", 64 * KIB, "01161970"),
                Magic.text("SquashFS", 0, "hsqs"),
                Magic.text("NTFS", 3, "NTFS    "),
                Magic.text("exFAT", 3, "EXFAT   "),
                Magic.text("ReFS", 3, "ReFS\0"),
                Magic.text("BitLocker", 3, "-FVE-FS-"),
                Magic.text("FAT", 54, "FAT12   "),
                Magic.text("FAT", 54, "FAT16   "),
                Magic.text("FAT", 54, "FAT     "),
                Magic.text("FAT", 82, "FAT32   "),
                new Magic("HFS+", KIB, "482b0004"),
                new Magic("HFSX", KIB, "48580005"),
                Magic.text("APFS", 32, "NXSB"),
                Magic.text("ISO 9660", 32 * KIB + 1, "CD001"),
                Magic.text("UDF", 32 * KIB + 1, "BEA01"),
                Magic.text("UDF", 34 * KIB + 1, "BEA01"),
                new Magic("VMFS", 1024 * KIB, "0dd001c0"),
                new Magic("Linux RAID (md 1.1)", 0, MD_LITTLE_ENDIAN),
                new Magic("Linux RAID (md 1.2)", 4 * KIB, MD_LITTLE_ENDIAN),
                Magic.text("LUKS encryption", 0, "LUKS\u00ba\u00be"),
                new Magic("bcache", 4 * KIB + 24, "c68573f64e1a45ca8265f57f48ba6d81"),
                new Magic("bcachefs", 4 * KIB + 24, "c68573f666ce90a9d96a60cf803df7ef"),
                Magic.text("VDO", 0, "dmvdo001"),
                Magic.text("Stratis", 516, "!Stra0tis"),
                Magic.text("Ceph BlueStore", 0, "bluestore block device")));
        for (int sector = 0; sector < 4; sector++) {
            magics.add(Magic.text("LVM physical volume", sector * 512L, "LABELONE"));
        }
        for (int page : new int[] {4, 8, 16, 64}) {
            for (String text : List.of("SWAPSPACE2", "SWAP-SPACE")) {
                magics.add(Magic.text("swap", page * KIB - 10, text));
            }
            for (String text : List.of("S1SUSPEND\0", "S2SUSPEND\0", "ULSUSPEND\0", "LINHIB0001")) {
                magics.add(Magic.text("hibernation image", page * KIB - 10, text));
            }
        }
        for (int start = 16; start <= 4096; start *= 2) {
            magics.add(Magic.text("LUKS encryption (second header)", start * KIB, "SKUL\u00ba\u00be"));
        }
        for (int block = 1; block <= 8; block *= 2) {
            magics.add(Magic.text("OCFS2", block * KIB, "OCFSV2"));
        }
        return List.copyOf(magics);
    }

    /** The magic number of ext has only two bytes: the revision (0 or 1) and the block size must make sense too. */
    private void ext() throws IOException {
        byte[] superblock = read(KIB, 96);
        if (superblock == null) {
            return;
        }
        ByteBuffer fields = ByteBuffer.wrap(superblock).order(ByteOrder.LITTLE_ENDIAN);
        boolean magic = fields.getShort(56) == (short) 0xEF53;
        boolean sensible = Integer.compareUnsigned(fields.getInt(76), 1) <= 0
                && Integer.compareUnsigned(fields.getInt(24), 6) <= 0;
        if (magic && sensible) {
            found.add(new Signature("ext2, ext3 or ext4", KIB + 56));
        }
    }

    /** RAID superblocks near the end. */
    private void raid() throws IOException {
        long lastOf64Kib = (size & -65536L) - 65536;
        check(new Magic("Linux RAID (md 0.90)", lastOf64Kib, MD_LITTLE_ENDIAN));
        check(new Magic("Linux RAID (md 0.90)", lastOf64Kib, "a92b4efc"));
        check(new Magic("Linux RAID (md 1.0)", ((size / 512 - 16) & -8L) * 512, MD_LITTLE_ENDIAN));
        for (long block : new long[] {512, 4096}) {
            check(Magic.text("Intel RAID", size - 2 * block, "Intel Raid ISM Cfg Sig. "));
            check(new Magic("DDF RAID", size - block, "de11de11"));
        }
    }

    /** Four labels of 256 KiB, two at each end; the second half of a label is a ring of uberblocks. */
    private void zfs() throws IOException {
        long label = 256 * KIB;
        long end = size / label * label;
        for (long start : new long[] {0, label, end - 2 * label, end - label}) {
            byte[] ring = read(start + label / 2, (int) (128 * KIB));
            for (int slot = 0; ring != null && slot < ring.length; slot += UBERBLOCK) {
                String magic = HexFormat.of().formatHex(ring, slot, slot + 8);
                if (magic.equals(ZFS_LITTLE_ENDIAN) || magic.equals(ZFS_BIG_ENDIAN)) {
                    found.add(new Signature("ZFS", start + label / 2 + slot));
                    return;
                }
            }
        }
    }

    private void check(Magic magic) throws IOException {
        byte[] there = read(magic.offset(), magic.digits().length() / 2);
        if (there != null && HexFormat.of().formatHex(there).equals(magic.digits())) {
            found.add(new Signature(magic.name(), magic.offset()));
        }
    }

    /** Exactly so many bytes, or null when some are outside the device. */
    private byte[] read(long offset, int length) throws IOException {
        return offset < 0 || offset + length > size ? null : read(channel, offset, length);
    }

    /** Reads all of {@code length} bytes. */
    static byte[] read(FileChannel channel, long offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, offset + buffer.position()) < 0) {
                throw new IOException("the device ends before byte " + (offset + length));
            }
        }
        return buffer.array();
    }
}
