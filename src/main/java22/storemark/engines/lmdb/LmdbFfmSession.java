package storemark.engines.lmdb;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.StoreSpec;

/** The same calls as in the session over lmdbjava, so that only the binding differs. */
final class LmdbFfmSession implements Session {
    private static final int RDONLY = 0x20000;
    private static final int LAST = 6;
    private static final int NEXT = 8;
    private static final int PREV = 12;
    private static final int SET_RANGE = 17;

    private final long env;
    private final int dbi;
    private final Records records;
    private final LmdbWindows windows = new LmdbWindows();
    private final int putFlags;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment keyVal = arena.allocate(16, 8);
    private final MemorySegment dataVal = arena.allocate(16, 8);
    private final MemorySegment out = arena.allocate(8, 8);
    /** Calls take addresses: a call that takes a segment of a shared arena acquires and releases it. */
    private final long keyVals = keyVal.address();

    private final long dataVals = dataVal.address();
    private final long outs = out.address();
    private final long keyAddress;
    private final long valueAddress;
    private final LmdbKey key;
    private final ByteBuffer value;
    private final long reader;
    private final long cursor;
    private long writer;
    private boolean reading;

    LmdbFfmSession(long env, int dbi, StoreSpec spec, int putFlags) {
        this.env = env;
        this.dbi = dbi;
        records = spec.records();
        this.putFlags = putFlags;
        MemorySegment keyBytes = arena.allocate(records.keyBytes(), 8);
        MemorySegment valueBytes = arena.allocate(Math.max(8, records.maxValueBytes()), 8);
        keyAddress = keyBytes.address();
        valueAddress = valueBytes.address();
        key = new LmdbKey(keyBytes.asByteBuffer(), records, LmdbEngine.hasIntegers(spec));
        value = valueBytes.asByteBuffer();
        try {
            LmdbFunctions.check((int) LmdbFunctions.TXN_BEGIN.invokeExact(env, 0L, RDONLY, outs));
            reader = out.get(JAVA_LONG, 0);
            LmdbFunctions.check((int) LmdbFunctions.CURSOR_OPEN.invokeExact(reader, dbi, outs));
            cursor = out.get(JAVA_LONG, 0);
            LmdbFunctions.TXN_RESET.invokeExact(reader);
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    @Override
    public boolean get(long id, Sink sink) {
        setKey(id);
        try {
            boolean single = writer == 0 && !reading;
            if (single) {
                LmdbFunctions.check((int) LmdbFunctions.TXN_RENEW.invokeExact(reader));
            }
            long txn = writer != 0 ? writer : reader;
            boolean found = LmdbFunctions.found((int) LmdbFunctions.GET.invokeExact(txn, dbi, keyVals, dataVals));
            if (found) {
                sink.value(at(dataVal));
            }
            if (single) {
                LmdbFunctions.TXN_RESET.invokeExact(reader);
            }
            return found;
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    @Override
    public void put(long id, int revision) {
        setKey(id);
        dataVal.set(JAVA_LONG, 0, records.value(id, revision, value));
        dataVal.set(JAVA_LONG, 8, valueAddress);
        try {
            boolean single = beginWrite();
            LmdbFunctions.check((int) LmdbFunctions.PUT.invokeExact(writer, dbi, keyVals, dataVals, putFlags));
            if (single) {
                commitWrite();
            }
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    @Override
    public void delete(long id) {
        setKey(id);
        try {
            boolean single = beginWrite();
            LmdbFunctions.found((int) LmdbFunctions.DELETE.invokeExact(writer, dbi, keyVals, 0L));
            if (single) {
                commitWrite();
            }
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    /** Begins a writing transaction, unless one is open. */
    private boolean beginWrite() throws Throwable {
        if (writer != 0) {
            return false;
        }
        LmdbFunctions.check((int) LmdbFunctions.TXN_BEGIN.invokeExact(env, 0L, 0, outs));
        writer = out.get(JAVA_LONG, 0);
        return true;
    }

    private void commitWrite() throws Throwable {
        long done = writer;
        writer = 0;
        LmdbFunctions.check((int) LmdbFunctions.TXN_COMMIT.invokeExact(done));
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) {
        setKey(fromId);
        try {
            if (writer != 0) {
                LmdbFunctions.check((int) LmdbFunctions.CURSOR_OPEN.invokeExact(writer, dbi, outs));
                long own = out.get(JAVA_LONG, 0);
                int count = walk(own, limit, ascending, sink);
                LmdbFunctions.CURSOR_CLOSE.invokeExact(own);
                return count;
            }
            boolean single = !reading;
            if (single) {
                begin(false);
            }
            int count = walk(cursor, limit, ascending, sink);
            if (single) {
                commit();
            }
            return count;
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    private int walk(long at, int limit, boolean ascending, Sink sink) throws Throwable {
        boolean there = move(at, SET_RANGE);
        if (!ascending && !(there && at(keyVal).equals(key.buffer))) {
            there = move(at, there ? PREV : LAST);
        }
        boolean keys = sink.wantsKeys();
        int step = ascending ? NEXT : PREV;
        int count = 0;
        while (there) {
            if (keys) {
                key.hand(at(keyVal), sink);
            }
            sink.value(at(dataVal));
            there = ++count < limit && move(at, step);
        }
        return count;
    }

    private boolean move(long at, int operation) throws Throwable {
        return LmdbFunctions.found((int) LmdbFunctions.CURSOR_GET.invokeExact(at, keyVals, dataVals, operation));
    }

    @Override
    public void begin(boolean write) {
        try {
            if (write) {
                beginWrite();
            } else {
                LmdbFunctions.check((int) LmdbFunctions.TXN_RENEW.invokeExact(reader));
                LmdbFunctions.check((int) LmdbFunctions.CURSOR_RENEW.invokeExact(reader, cursor));
                reading = true;
            }
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    @Override
    public void commit() {
        try {
            if (writer != 0) {
                commitWrite();
            } else {
                reading = false;
                LmdbFunctions.TXN_RESET.invokeExact(reader);
            }
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
    }

    /** The bytes that an MDB_val points to. */
    private ByteBuffer at(MemorySegment val) {
        return windows.at(val.get(JAVA_LONG, 8), (int) val.get(JAVA_LONG, 0));
    }

    private void setKey(long id) {
        key.set(id);
        keyVal.set(JAVA_LONG, 0, records.keyBytes());
        keyVal.set(JAVA_LONG, 8, keyAddress);
    }

    @Override
    public void close() {
        try {
            if (writer != 0) {
                LmdbFunctions.TXN_ABORT.invokeExact(writer);
                writer = 0;
            }
            LmdbFunctions.CURSOR_CLOSE.invokeExact(cursor);
            LmdbFunctions.TXN_ABORT.invokeExact(reader);
        } catch (Throwable failed) {
            throw LmdbFunctions.rethrow(failed);
        }
        arena.close();
    }
}
