package storemark.engines.lmdb;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.lmdbjava.MaskedFlag;
import org.lmdbjava.PutFlags;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;

/** An LMDB environment with one database, through FFM. Loads nothing before a store is opened, which may decide the library. */
record LmdbFfm(StoreSpec spec, long env, int dbi) implements Store {
    static final String UNAVAILABLE = null;

    /** Where {@code MDB_envinfo} has the number of the last page. */
    private static final int LAST_PAGE = 16;

    static Store open(StoreSpec spec) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(64, 8);
            LmdbFunctions.check((int) LmdbFunctions.ENV_CREATE.invokeExact(out));
            long env = out.get(JAVA_LONG, 0);
            LmdbFunctions.check((int) LmdbFunctions.ENV_SET_MAPSIZE.invokeExact(env, LmdbEngine.mapBytes(spec)));
            LmdbFunctions.check((int) LmdbFunctions.ENV_SET_MAXREADERS.invokeExact(env, LmdbEngine.maxReaders(spec)));
            MemorySegment path = arena.allocateFrom(LmdbEngine.path(spec).toString());
            int flags = MaskedFlag.mask(LmdbEngine.flags(spec));
            int opened = (int) LmdbFunctions.ENV_OPEN.invokeExact(env, path, flags, 0664);
            if (opened != 0) {
                LmdbFunctions.ENV_CLOSE.invokeExact(env);
                LmdbFunctions.check(opened);
            }
            LmdbFunctions.check((int) LmdbFunctions.TXN_BEGIN.invokeExact(env, 0L, 0, out.address()));
            long txn = out.get(JAVA_LONG, 0);
            int databaseFlags = MaskedFlag.mask(LmdbEngine.databaseFlags(spec));
            LmdbFunctions.check((int) LmdbFunctions.DBI_OPEN.invokeExact(txn, MemorySegment.NULL, databaseFlags, out));
            int dbi = out.get(JAVA_INT, 0);
            LmdbFunctions.check((int) LmdbFunctions.TXN_COMMIT.invokeExact(txn));
            return new LmdbFfm(spec, env, dbi);
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    @Override
    public Session session() {
        return new LmdbFfmSession(env, dbi, spec, 0);
    }

    @Override
    public Loader loader() {
        int append = PutFlags.MDB_APPEND.getMask();
        return LmdbEngine.loader(new LmdbFfmSession(env, dbi, spec, append), spec);
    }

    @Override
    public void settle() {
        try {
            LmdbFunctions.check((int) LmdbFunctions.ENV_SYNC.invokeExact(env, 1));
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    @Override
    public long bytesOnDisk() {
        if (!LmdbEngine.onDevice(spec)) {
            return -1;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(64, 8);
            LmdbFunctions.check((int) LmdbFunctions.ENV_INFO.invokeExact(env, info));
            long pages = info.get(JAVA_LONG, LAST_PAGE) + 1;
            LmdbFunctions.check((int) LmdbFunctions.ENV_STAT.invokeExact(env, info));
            return pages * info.get(JAVA_INT, 0);
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    @Override
    public void close() {
        try {
            LmdbFunctions.ENV_CLOSE.invokeExact(env);
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }
}
