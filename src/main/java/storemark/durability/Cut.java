package storemark.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.SplittableRandom;
import storemark.durability.WriteLog.Entry;

/**
 * A place in the life of a store, and what is left of it there.
 *
 * @param number from 0 on: with the seed of all, it repeats this cut
 * @param kind what reaches the device of the writes that it has not confirmed
 * @param position how many entries of the log there were
 */
record Cut(int number, Kind kind, int position) {
    /** What a device may have kept of what it has not confirmed. */
    enum Kind {
        /** All of it. */
        ALL,
        /** None of it. */
        NONE,
        /** Any half of it: later writes may be there, and earlier ones not. */
        HALF,
        /** Any half of it, and of one of these writes some sectors only. */
        TORN;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Applies entries {@code from} to {@code to} to the image of a device. */
    static void apply(WriteLog log, int from, int to, Path image) throws IOException {
        try (FileChannel source = FileChannel.open(log.file(), StandardOpenOption.READ);
                FileChannel target = FileChannel.open(image, StandardOpenOption.WRITE)) {
            for (Entry entry : log.entries().subList(from, to)) {
                apply(entry, source, target);
            }
        }
    }

    /** Applies what this cut keeps of the entries from {@code confirmed} on. */
    void applyRest(WriteLog log, int confirmed, Path image, long seed) throws IOException {
        if (kind == Kind.ALL) {
            apply(log, confirmed, position, image);
        }
        if (kind == Kind.HALF || kind == Kind.TORN) {
            SplittableRandom random = new SplittableRandom(seed + number);
            int torn = kind == Kind.TORN && position > confirmed ? random.nextInt(confirmed, position) : -1;
            try (FileChannel source = FileChannel.open(log.file(), StandardOpenOption.READ);
                    FileChannel target = FileChannel.open(image, StandardOpenOption.WRITE)) {
                for (int each = confirmed; each < position; each++) {
                    if (each == torn) {
                        tear(log.entries().get(each), source, target, random);
                    } else if (random.nextBoolean()) {
                        apply(log.entries().get(each), source, target);
                    }
                }
            }
        }
    }

    private static void tear(Entry entry, FileChannel source, FileChannel target, SplittableRandom random)
            throws IOException {
        for (long sector = 0; sector < entry.bytes() && entry.isWrite(); sector += entry.sectorBytes()) {
            if (random.nextBoolean()) {
                copy(source, entry.dataAt() + sector, entry.sectorBytes(), target, entry.at() + sector);
            }
        }
    }

    private static void apply(Entry entry, FileChannel source, FileChannel target) throws IOException {
        if (entry.discard()) {
            for (long zeroed = 0; zeroed < entry.bytes(); zeroed += entry.sectorBytes()) {
                target.write(ByteBuffer.allocate(entry.sectorBytes()), entry.at() + zeroed);
            }
        } else {
            copy(source, entry.dataAt(), entry.bytes(), target, entry.at());
        }
    }

    private static void copy(FileChannel source, long from, long bytes, FileChannel target, long to)
            throws IOException {
        target.position(to);
        for (long done = 0; done < bytes; ) {
            long copied = source.transferTo(from + done, bytes - done, target);
            if (copied <= 0) {
                throw new IOException("the log of writes ends within the data of an entry, at byte " + from);
            }
            done += copied;
        }
    }
}
