package storemark.dataset;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import storemark.machine.Boot;

/**
 * The harness's own mark in the last 4 KiB of a device, where no engine writes: that the device is given to it, by whom, which
 * store is there now, and what its beginning was when the store was closed.
 *
 * @param store the id of the store, another one each time that a store is begun; its manifest has the same
 * @param owner the id of the data directory that the device was given to: see {@link Ownership}
 * @param deviceBytes the size of the device when it was written: that of an image which was copied elsewhere is none
 * @param boot while the store is open, or was when its process ended: which start of the machine that was; else null
 * @param front the checksum of the device's first {@link #FRONT_BYTES} when the store was last closed; null if it never was
 */
record DeviceHeader(String store, String owner, long deviceBytes, String boot, String front) {
    /** What a checksum is kept of: whoever puts data on a device begins at its beginning. */
    static final int FRONT_BYTES = 1 << 20;

    private static final int BYTES = 4096;
    private static final String UNKNOWN_BOOT = "unknown";
    private static final String FIRST_LINE = "STOREMARK DEVICE 2\n";
    private static final Pattern FORM = Pattern.compile("(" + FIRST_LINE + "store (?<store>[0-9a-f-]{36})\\R"
            + "owner (?<owner>[0-9a-f-]{36})\\R" + "bytes (?<bytes>[0-9]{1,19})\\R"
            + "(open in (?<boot>[0-9a-z-]{1,64})\\R)?" + "(front (?<front>[0-9a-f]{8})\\R)?" + ")"
            + "crc32 (?<crc>[0-9a-f]{8})\\R");

    /** The header of a store that is about to be made. */
    static DeviceHeader begun(String store, String owner, long deviceBytes) {
        return new DeviceHeader(store, owner, deviceBytes, null, null).opened();
    }

    /** The header of the same store when it is open: until something is written to its beginning, that is still known. */
    DeviceHeader opened() {
        return new DeviceHeader(store, owner, deviceBytes, Boot.id().orElse(UNKNOWN_BOOT), front);
    }

    /** The header of the same store when it is closed, with the device's beginning as it is now. */
    DeviceHeader closed(FileChannel channel) throws IOException {
        return new DeviceHeader(store, owner, deviceBytes, null, front(channel));
    }

    /** Whether the store is open, or was when its process ended, since the machine started. */
    boolean isOpen() {
        return boot != null && boot.equals(Boot.id().orElse(null));
    }

    /** Whether the store was ever closed, and the device's beginning is what it was then. */
    boolean isAsLeft(FileChannel channel) throws IOException {
        return front != null && front.equals(front(channel));
    }

    /** The header of a device; empty when it has none, or that of another version or size. */
    static Optional<DeviceHeader> read(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < BYTES) {
            return Optional.empty();
        }
        byte[] block = read(channel, size - BYTES, BYTES);
        String text = new String(block, StandardCharsets.ISO_8859_1).replaceFirst("\0+$", "");
        Matcher form = FORM.matcher(text);
        boolean ours = form.matches()
                && form.group("crc").equals(checksum(form.group(1).getBytes(StandardCharsets.US_ASCII)))
                && form.group("bytes").equals(String.valueOf(size));
        return ours
                ? Optional.of(new DeviceHeader(
                        form.group("store"), form.group("owner"), size, form.group("boot"), form.group("front")))
                : Optional.empty();
    }

    /** Writes this header, with zeros after it in its block, and waits until the device has it and all that was written before. */
    void write(FileChannel channel) throws IOException {
        String text = FIRST_LINE + "store " + store + "\nowner " + owner + "\nbytes " + deviceBytes + "\n"
                + (boot == null ? "" : "open in " + boot + "\n") + (front == null ? "" : "front " + front + "\n");
        ByteBuffer block = ByteBuffer.allocate(BYTES);
        block.put((text + "crc32 " + checksum(text.getBytes(StandardCharsets.US_ASCII)) + "\n")
                .getBytes(StandardCharsets.US_ASCII));
        block.rewind();
        while (block.hasRemaining()) {
            channel.write(block, deviceBytes - BYTES + block.position());
        }
        channel.force(true);
    }

    private static String front(FileChannel channel) throws IOException {
        return checksum(read(channel, 0, FRONT_BYTES));
    }

    /** All of {@code length} bytes. */
    private static byte[] read(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new IOException("the device ends before byte " + (from + length));
            }
        }
        return bytes.array();
    }

    private static String checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
