package storemark.durability;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import storemark.durability.WriteLog.Entry;
import storemark.results.Outcome.DeviceWork;

/** What commits cost the device, of logs that are made here. */
class CommitWorkTest {
    private static final int SECTOR = 512;

    private final List<Entry> entries = new ArrayList<>();
    private final List<Long> positions = new ArrayList<>();

    private void write(long sector, long sectors) {
        entries.add(new Entry(0, sector * SECTOR, sectors * SECTOR, SECTOR, false, false));
    }

    private void flush() {
        entries.add(new Entry(0, 0, 0, SECTOR, true, false));
    }

    private void begin() {
        positions.add((long) entries.size());
    }

    private void acknowledge() {
        positions.add((long) entries.size());
    }

    private void commit() {
        begin();
        write(7, 2);
        flush();
        acknowledge();
    }

    private List<DeviceWork> work(Script.Size... sizes) {
        return CommitWork.of(
                List.of(sizes),
                new WriteLog(Path.of("log"), entries),
                positions.stream().mapToLong(Long::longValue).toArray());
    }

    @Test
    void countsTheRequestsOfEachCommit() {
        for (int each = 0; each < 6; each++) {
            commit();
        }
        for (int each = 0; each < 3; each++) {
            begin();
            write(10, 4);
            write(20, 4);
            flush();
            flush();
            acknowledge();
        }
        assertEquals(
                List.of(new DeviceWork(1, 1, 1, 2 * SECTOR), new DeviceWork(100, 2, 2, 8 * SECTOR)),
                work(new Script.Size(1, 6, 0, 2, 0), new Script.Size(100, 3, 0, 1, 0)));
    }

    @Test
    void whatComesToFewGroupsIsLeftOut() {
        for (int each = 0; each < 10; each++) {
            begin();
            if (each == 5) {
                write(100, 5_000);
                flush();
            }
            write(7, 2);
            flush();
            acknowledge();
        }
        assertEquals(List.of(new DeviceWork(1, 1, 1, 2 * SECTOR)), work(new Script.Size(1, 10, 0, 2, 0)));
    }

    @Test
    void whatComesToEachGroupIsSharedByItsCommits() {
        for (int each = 0; each < 12; each++) {
            begin();
            if (each % 4 == 1) {
                write(100, 6);
                flush();
            }
            write(7, 2);
            flush();
            acknowledge();
        }
        assertEquals(List.of(new DeviceWork(1, 1.25, 1.25, 3.5 * SECTOR)), work(new Script.Size(1, 12, 0, 4, 0)));
    }

    @Test
    void theFirstCommitsAndWhatIsBetweenCommitsAreLeftOut() {
        begin();
        write(100, 5_000);
        acknowledge();
        for (int each = 0; each < 3; each++) {
            write(100, 5_000);
            flush();
            commit();
        }
        assertEquals(List.of(new DeviceWork(1, 1, 1, 2 * SECTOR)), work(new Script.Size(1, 4, 1, 3, 0)));
    }

    /** Split at sector 4 or 6, in any order, with a sector twice: the same. */
    @Test
    void theKernelsSplitsDoNotCount() {
        begin();
        write(6, 2);
        write(2, 4);
        write(5, 1);
        flush();
        write(2, 6);
        acknowledge();
        assertEquals(List.of(new DeviceWork(1, 1, 2, 12 * SECTOR)), work(new Script.Size(1, 1, 0, 1, 0)));
    }
}
