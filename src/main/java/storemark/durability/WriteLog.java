package storemark.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of a recorded device, in order, in the format of the kernel's dm-log-writes, which QEMU's
 * blklogwrites writes too. Little endian: a superblock (magic, version, count of entries, bytes of a sector), then each entry in
 * a sector of its own (sector, sectors, flags, length of data) with its data behind it.
 *
 * @param file the log
 * @param entries in order
 */
record WriteLog(Path file, List<Entry> entries) {
    private static final long MAGIC = 0x6a736677736872L;
    private static final int ENTRIES_AT = 16;
    private static final int SECTOR_BYTES_AT = 24;
    private static final int SUPERBLOCK_BYTES = 28;
    private static final int ENTRY_BYTES = 32;
    private static final long FLUSH = 1;
    private static final long DISCARD = 4;

    /**
     * One request.
     *
     * @param dataAt where its data are in the log, in bytes
     * @param at where they go on the device, in bytes
     * @param bytes how much is written or discarded, 0 for a flush alone
     * @param sectorBytes the unit that a device writes whole
     * @param flush whether the device has confirmed all that came before
     * @param discard whether it is told that the content is not needed, which has no data
     */
    record Entry(long dataAt, long at, long bytes, int sectorBytes, boolean flush, boolean discard) {
        boolean isWrite() {
            return bytes > 0 && !discard;
        }
    }

    /** Reads the first {@code count} entries, all of which are whole once they are counted by the superblock. */
    static WriteLog read(Path file, long count) throws IOException {
        try (FileChannel log = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer superblock = read(log, 0, SUPERBLOCK_BYTES);
            if (superblock.getLong(0) != MAGIC) {
                throw new IOException(file + " is not a log of writes: its first bytes do not match");
            }
            int sectorBytes = superblock.getInt(SECTOR_BYTES_AT);
            List<Entry> entries = new ArrayList<>();
            long at = sectorBytes;
            while (entries.size() < count) {
                ByteBuffer entry = read(log, at, ENTRY_BYTES);
                long bytes = entry.getLong(8) * sectorBytes;
                long flags = entry.getLong(16);
                boolean discard = (flags & DISCARD) != 0;
                entries.add(new Entry(
                        at + sectorBytes,
                        entry.getLong(0) * sectorBytes,
                        bytes,
                        sectorBytes,
                        (flags & FLUSH) != 0,
                        discard));
                at += sectorBytes + (discard ? 0 : bytes);
            }
            return new WriteLog(file, entries);
        }
    }

    private static ByteBuffer read(FileChannel log, long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (log.read(buffer, at + buffer.position()) < 0) {
                throw new IOException("the log of writes ends within an entry, at byte " + at);
            }
        }
        return buffer.flip();
    }

    /** How many of the first {@code cut} entries the device has confirmed: all up to the last flush, which has no data itself. */
    int confirmed(int cut) {
        int last = cut;
        while (last > 0 && !entries.get(last - 1).flush()) {
            last--;
        }
        return last;
    }

    /** Tells how many entries a log has; 0 for ever where there is no log. Used by one thread. */
    static final class Position implements AutoCloseable {
        private final FileChannel log;
        private final ByteBuffer count = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

        Position(Path log) throws IOException {
            this.log = log == null ? null : FileChannel.open(log, StandardOpenOption.READ);
        }

        /** Counted at each flush, before the device confirms it, so that all that is confirmed is among them. */
        long now() throws IOException {
            if (log == null) {
                return 0;
            }
            log.read(count.clear(), ENTRIES_AT);
            return count.getLong(0);
        }

        @Override
        public void close() throws IOException {
            if (log != null) {
                log.close();
            }
        }
    }
}
