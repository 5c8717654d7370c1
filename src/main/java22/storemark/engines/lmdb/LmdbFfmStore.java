package storemark.engines.lmdb;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

    private final long env;
    private final int dbi;
    private final Records records;
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
            LmdbFunctions.check((int) LmdbFunctions.TXN_BEGIN.invokeExact(env, 0L, 0, out.address()));
            long txn = out.get(JAVA_LONG, 0);
            MemorySegment name = arena.allocateFrom(LmdbEngine.DATABASE);
            LmdbFunctions.check((int) LmdbFunctions.DBI_OPEN.invokeExact(txn, name, spec.create() ? CREATE : 0, out));
            dbi = out.get(JAVA_INT, 0);
            LmdbFunctions.check((int) LmdbFunctions.TXN_COMMIT.invokeExact(txn));
        } catch (Throwable unexpected) {
            throw LmdbFunctions.failure(unexpected);
        }
    }

    private static int flags(StoreSpec spec) {
        return (spec.durability() == Durability.POWER ? 0 : NOSYNC | NOMETASYNC)
                | (spec.has("writemap") ? WRITEMAP : 0)
                | (spec.has("nordahead") ? NORDAHEAD : 0);
    }

    @Override
    public Session session() throws IOException {
        return new LmdbFfmSession(env, dbi, records, 0);
    }

    @Override
    public Loader loader() throws IOException {
        LmdbFfmSession session = new LmdbFfmSession(env, dbi, records, APPEND);
        return Loader.batching(session, Loader.batch(records, LOAD_BATCH));
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
