package storemark.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import storemark.machine.BlockDevice;
import storemark.machine.Boot;
import storemark.results.Json;

/**
 * The harness's own mark in the last 4 KiB of a device, where no engine writes: that the device is given to it, by whom, which
 * store is there now, and what its beginning was when the store was closed. It is a line that names the format, a line with the
 * checksum of the rest, and the rest, which is this record as JSON.
 *
 * @param store the id of the store, another one each time that a store is begun; its manifest has the same
 * @param owner the id of the data directory that the device was given to: see {@link Ownership}
 * @param deviceBytes the size of the device in bytes when the header was written; on a device of another size, as after copying an image, the header is ignored
 * @param boot while the store is open, or was when its process ended: which start of the machine that was; else null
 * @param front the checksum of the device's first {@link #FRONT_BYTES} when the store was last closed; null if it never was
 */
record DeviceHeader(String store, UUID owner, long deviceBytes, String boot, String front) {
    /** What a checksum is kept of: other programs write there first. */
    static final int FRONT_BYTES = 1 << 20;

    private static final int BYTES = 4096;
    private static final String UNKNOWN_BOOT = "unknown";
    private static final String FORMAT = "STOREMARK DEVICE 3";

    DeviceHeader {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(owner, "owner");
    }

    /** The header of a store that is about to be made. */
    static DeviceHeader begun(String store, UUID owner, long deviceBytes) {
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
        byte[] block = BlockDevice.read(channel, size - BYTES, BYTES);
        String[] parts = new String(block, StandardCharsets.UTF_8)
                .replaceFirst("\0+$", "")
                .split("\n", 3);
        if (parts.length < 3 || !parts[0].equals(FORMAT) || !parts[1].equals(checksum(parts[2]))) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.MAPPER.readValue(parts[2], DeviceHeader.class))
                    .filter(header -> header.deviceBytes == size);
        } catch (JsonProcessingException notOurs) {
            return Optional.empty();
        }
    }

    /** Writes this header, with zeros after it in its block, and waits until the device has it and all that was written before. */
    void write(FileChannel channel) throws IOException {
        String json = Json.MAPPER.writeValueAsString(this);
        ByteBuffer block = ByteBuffer.allocate(BYTES);
        block.put((FORMAT + "\n" + checksum(json) + "\n" + json).getBytes(StandardCharsets.UTF_8));
        Channels.newOutputStream(channel.position(deviceBytes - BYTES)).write(block.array());
        channel.force(true);
    }

    private static String front(FileChannel channel) throws IOException {
        return checksum(BlockDevice.read(channel, 0, FRONT_BYTES));
    }

    private static String checksum(String text) {
        return checksum(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
