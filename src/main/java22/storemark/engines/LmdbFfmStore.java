package storemark.engines;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;

/** An LMDB environment with one database, opened through FFM. */
final class LmdbFfmStore implements Store {
    private static final int NOSYNC = 0x10000;
    private static final int NOMETASYNC = 0x40000;
    private static final int WRITEMAP = 0x80000;
    private static final int NORDAHEAD = 0x800000;
    private static final int CREATE = 0x40000;
    private static final int APPEND = 0x20000;
    /** Where {@code MDB_envinfo} has the number of the last page. */
    private static final int LAST_PAGE = 16;

    private static final int LOAD_BATCH = 1_000_000;
    /** Windows of the map: a ByteBuffer reaches 2 GiB at most, and each overlaps the next by more than a value. */
    private static final int WINDOW_SHIFT = 30;

    private final long env;
    private final int dbi;
    private final Records records;
    private final long mapAddress;
    private final ByteBuffer[] windows;
    private final boolean onDevice;

    LmdbFfmStore(StoreSpec spec) throws IOException {
        records = spec.records();
        onDevice = spec.target().device() != null;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(64, 8);
            LmdbFunctions.check((int) LmdbFunctions.ENV_CREATE.invokeExact(out));
            env = out.get(JAVA_LONG, 0);
            LmdbFunctions.check((int) LmdbFunctions.ENV_SET_MAPSIZE.invokeExact(env, LmdbEngine.mapBytes(spec)));
            LmdbFunctions.check((int) LmdbFunctions.ENV_SET_MAXDBS.invokeExact(env, 1));
            LmdbFunctions.check((int) LmdbFunctions.ENV_SET_MAXREADERS.invokeExact(env, LmdbEngine.maxReaders(spec)));
            MemorySegment path = arena.allocateFrom(LmdbEngine.path(spec).toString());
            int opened = (int) LmdbFunctions.ENV_OPEN.invokeExact(env, path, flags(spec), 0664);
            if (opened != 0) {
                LmdbFunctions.ENV_CLOSE.invokeExact(env);
                LmdbFunctions.check(opened);
            }
            LmdbFunctions.check((int) LmdbFunctions.TXN_BEGIN.invokeExact(env, 0L, 0, out));
            long txn = out.get(JAVA_LONG, 0);
            MemorySegment name = arena.allocateFrom(LmdbEngine.DATABASE);
            LmdbFunctions.check((int) LmdbFunctions.DBI_OPEN.invokeExact(txn, name, spec.create() ? CREATE : 0, out));
            dbi = out.get(JAVA_INT, 0);
            LmdbFunctions.check((int) LmdbFunctions.TXN_COMMIT.invokeExact(txn));
            LmdbFunctions.check((int) LmdbFunctions.ENV_INFO.invokeExact(env, out));
            mapAddress = out.get(JAVA_LONG, 0);
            windows = windows(mapAddress, out.get(JAVA_LONG, 8));
        } catch (Throwable unexpected) {
            throw LmdbFunctions.failure(unexpected);
        }
    }

    private static ByteBuffer[] windows(long address, long size) {
        ByteBuffer[] windows = new ByteBuffer[(int) ((size - 1) >>> WINDOW_SHIFT) + 1];
        for (int at = 0; at < windows.length; at++) {
            long start = (long) at << WINDOW_SHIFT;
            long length = Math.min(size - start, (1L << WINDOW_SHIFT) + 2L * Records.MAX_VALUE_BYTES);
            windows[at] =
                    MemorySegment.ofAddress(address + start).reinterpret(length).asByteBuffer();
        }
        return windows;
    }

    private static int flags(StoreSpec spec) {
        return (spec.durability() == Durability.POWER ? 0 : NOSYNC | NOMETASYNC)
                | (spec.has("writemap") ? WRITEMAP : 0)
                | (spec.has("nordahead") ? NORDAHEAD : 0);
    }

    @Override
    public Session session() throws IOException {
        return new LmdbFfmSession(env, dbi, records, mapAddress, duplicates(), 0);
    }

    @Override
    public Loader loader() throws IOException {
        LmdbFfmSession session = new LmdbFfmSession(env, dbi, records, mapAddress, duplicates(), APPEND);
        return Loader.batching(session, Loader.batch(records, LOAD_BATCH));
    }

    /** Position and limit belong to one thread, so each session has windows of its own over the same memory. */
    private ByteBuffer[] duplicates() {
        ByteBuffer[] own = new ByteBuffer[windows.length];
        for (int at = 0; at < own.length; at++) {
            own[at] = windows[at].duplicate();
        }
        return own;
    }

    /** The window that holds the byte at {@code offset} of the map. */
    static int window(long offset) {
        return (int) (offset >>> WINDOW_SHIFT);
    }

    /** Where the byte at {@code offset} of the map lies in its window. */
    static int inWindow(long offset) {
        return (int) (offset & ((1L << WINDOW_SHIFT) - 1));
    }

    @Override
    public void settle() throws IOException {
        try {
            LmdbFunctions.check((int) LmdbFunctions.ENV_SYNC.invokeExact(env, 1));
        } catch (Throwable unexpected) {
            throw LmdbFunctions.failure(unexpected);
        }
    }

    @Override
    public long bytesOnDisk() throws IOException {
        if (!onDevice) {
            return -1;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(64, 8);
            LmdbFunctions.check((int) LmdbFunctions.ENV_INFO.invokeExact(env, info));
            long pages = info.get(JAVA_LONG, LAST_PAGE) + 1;
            LmdbFunctions.check((int) LmdbFunctions.ENV_STAT.invokeExact(env, info));
            return pages * info.get(JAVA_INT, 0);
        } catch (Throwable unexpected) {
            throw LmdbFunctions.failure(unexpected);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            LmdbFunctions.ENV_CLOSE.invokeExact(env);
        } catch (Throwable unexpected) {
            throw LmdbFunctions.failure(unexpected);
        }
    }
}
