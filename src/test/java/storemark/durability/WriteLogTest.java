package storemark.durability;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Thrown;
import storemark.durability.Cut.Kind;

/** Logs of writes as the kernel's documentation has them, and the images that cuts make of them. */
class WriteLogTest {
    private static final int SECTOR = 512;
    private static final int FLUSH = 1;
    private static final int DISCARD = 4;
    private static final long SEEDS = 40;

    @TempDir
    private Path folder;

    private final ByteBuffer log = ByteBuffer.allocate(64 * SECTOR).order(ByteOrder.LITTLE_ENDIAN);
    private int entries;
    private Path file;

    /** Two writes, a flush, three writes. Each writes its number. */
    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("log");
        log.position(SECTOR);
        entry(0, 2, 0, 1);
        entry(4, 1, 0, 2);
        entry(0, 0, FLUSH, 0);
        entry(0, 1, 0, 4);
        entry(8, 8, 0, 5);
        entry(4, 1, DISCARD, 0);
        save();
    }

    private void entry(long sector, long sectors, long flags, int content) {
        int at = log.position();
        log.putLong(sector).putLong(sectors).putLong(flags).putLong(0).position(at + SECTOR);
        if (flags == 0) {
            for (int each = 0; each < sectors * SECTOR; each++) {
                log.put((byte) content);
            }
        }
        entries++;
    }

    private void save() throws IOException {
        log.putLong(0, 0x6a736677736872L).putLong(8, 1).putLong(16, entries).putInt(24, SECTOR);
        Files.write(file, log.array());
    }

    private byte[] image(int from, int to) throws IOException {
        Path image = emptyImage();
        Cut.apply(WriteLog.read(file, entries), from, to, image);
        return Files.readAllBytes(image);
    }

    private byte[] cut(Kind kind, int position, long seed) throws IOException {
        WriteLog read = WriteLog.read(file, entries);
        Path image = emptyImage();
        int confirmed = read.confirmed(position);
        Cut.apply(read, 0, confirmed, image);
        new Cut(0, kind, position).applyRest(read, confirmed, image, seed);
        return Files.readAllBytes(image);
    }

    private Path emptyImage() throws IOException {
        return Files.write(folder.resolve("image"), new byte[16 * SECTOR]);
    }

    /** What each sector holds: its first byte, or -1 where it is not the same all over. */
    private static int[] sectors(byte[] image) {
        int[] sectors = new int[image.length / SECTOR];
        for (int each = 0; each < sectors.length; each++) {
            byte[] one = Arrays.copyOfRange(image, each * SECTOR, (each + 1) * SECTOR);
            byte[] same = new byte[SECTOR];
            Arrays.fill(same, one[0]);
            sectors[each] = Arrays.equals(one, same) ? one[0] : -1;
        }
        return sectors;
    }

    @Test
    void countsEntriesWhileTheyAreLogged() throws IOException {
        try (WriteLog.Position position = new WriteLog.Position(file);
                WriteLog.Position none = new WriteLog.Position(null)) {
            assertEquals(6, position.now());
            entry(1, 1, 0, 7);
            save();
            assertEquals(7, position.now());
            assertEquals(0, none.now());
        }
    }

    @Test
    void confirmsAllUpToTheLastFlush() throws IOException {
        WriteLog read = WriteLog.read(file, entries);
        assertArrayEquals(
                new int[] {0, 0, 0, 3, 3, 3, 3},
                java.util.stream.IntStream.rangeClosed(0, 6)
                        .map(read::confirmed)
                        .toArray());
    }

    @Test
    void appliesWritesInOrderAndClearsWhatIsDiscarded() throws IOException {
        assertArrayEquals(new int[] {1, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, sectors(image(0, 3)));
        assertArrayEquals(new int[] {4, 1, 0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5}, sectors(image(0, 6)));
    }

    @Test
    void keepsAllOrNothingOfWhatIsNotConfirmed() throws IOException {
        assertArrayEquals(image(0, 6), cut(Kind.ALL, 6, 1));
        assertArrayEquals(image(0, 3), cut(Kind.NONE, 6, 1));
        assertArrayEquals(image(0, 0), cut(Kind.NONE, 2, 1));
    }

    @Test
    void keepsAnyHalfOfWhatIsNotConfirmed() throws IOException {
        Set<String> seen = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            int[] sectors = sectors(cut(Kind.HALF, 5, seed));
            assertEquals(sectors[8], sectors[15], "a write is whole");
            seen.add(sectors[0] + " " + sectors[8]);
        }
        assertEquals(Set.of("1 0", "4 0", "1 5", "4 5"), seen);
    }

    @Test
    void tearsOneWriteBetweenSectors() throws IOException {
        boolean torn = false;
        for (long seed = 0; seed < SEEDS; seed++) {
            int[] sectors = sectors(cut(Kind.TORN, 5, seed));
            assertTrue(Arrays.stream(sectors).noneMatch(each -> each < 0), "a sector is whole");
            torn |= Arrays.stream(sectors, 8, 16).distinct().count() > 1;
        }
        assertTrue(torn, "no write was torn with any of " + SEEDS + " seeds");
    }

    @Test
    void theSameSeedMakesTheSameImage() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertArrayEquals(cut(Kind.TORN, 6, seed), cut(Kind.TORN, 6, seed));
        }
    }

    @Test
    void refusesWhatIsNoLog() throws IOException {
        Files.write(file, new byte[4 * SECTOR]);
        Thrown.saying(IOException.class, "is not a log of writes", () -> WriteLog.read(file, 1));
        save();
        Thrown.saying(IOException.class, "ends within an entry", () -> WriteLog.read(file, 1_000));
    }

    /** Places 0 and 3 have no unconfirmed write before them, 1 and 4 one, the others two and more. */
    @Test
    void aCutHasSomethingToLose() throws IOException {
        WriteLog read = WriteLog.read(file, entries);
        for (long seed = 0; seed < SEEDS; seed++) {
            for (Kind kind : List.of(Kind.NONE, Kind.TORN, Kind.HALF)) {
                int place = PowerCuts.position(read, kind, 0, entries + 1, new SplittableRandom(seed));
                assertTrue(place - read.confirmed(place) >= (kind == Kind.HALF ? 2 : 1), kind + " at " + place);
            }
        }
    }
}
