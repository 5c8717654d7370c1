package storemark.engines.bdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import storemark.engine.Records;
import storemark.engine.Sink;
import storemark.engines.NativeLibrary;
import storemark.engines.ReplayingSession;

/**
 * Reads into its own buffers, forward scans by the library's bulk form unless that is turned off. Runs again what deadlock detection
 * aborts: a single operation, or all that a transaction has written.
 */
final class BdbSession extends ReplayingSession {
    private static final int MAX_BULK = 256 << 10;

    /** The library takes bulk buffers in multiples of this. */
    private static final int BULK_UNIT = 1 << 10;

    /** Bytes of a record in a bulk buffer beside key and value: four numbers, and the headers of two items. */
    private static final int BULK_OVERHEAD = 16 + 8;

    private final BdbStore store;
    private final BerkeleyDb bdb;
    private final Records records;
    private final long db;
    private final ByteBuffer handle = NativeLibrary.handle();
    private final ByteBuffer key;
    private final ByteBuffer value;
    private final ByteBuffer bulk;
    private final ByteBuffer places; // the same memory, whose limit never changes
    private final BdbEntry single;
    private final BdbEntry many;
    private final int minBulk;
    private long txn;

    /** Progress of the running scan: records handed over, the id to continue from, and whether that one is done. */
    private int scanned;

    private long reached;
    private boolean reachedIsDone;

    BdbSession(BdbStore store) {
        super(BdbStore.Deadlock.class, Integer.MAX_VALUE); // deadlock detection always lets one win
        this.store = store;
        bdb = store.bdb;
        records = store.records;
        db = store.db;
        key = ByteBuffer.allocateDirect(records.keyBytes());
        value = ByteBuffer.allocateDirect(Math.max(1, records.maxValueBytes()));
        minBulk = bulkUnits(2 * store.pageBytes + records.maxValueBytes());
        bulk = ByteBuffer.allocateDirect(Math.max(MAX_BULK, minBulk));
        places = bulk.duplicate().order(ByteOrder.nativeOrder());
        single = new BdbEntry(key, value, BerkeleyDb.USERMEM);
        many = new BdbEntry(key, bulk, BerkeleyDb.USERMEM);
    }

    private static int bulkUnits(long bytes) {
        return (int) ((bytes + 2 * BULK_UNIT - 1) / BULK_UNIT * BULK_UNIT);
    }

    @Override
    public boolean get(long id, Sink sink) throws Exception {
        int code;
        do {
            records.key(id, key);
            code = bdb.__db_get_pp(db, txn, single.key, single.value, 0);
        } while (isAborted(code));
        if (code == BerkeleyDb.NOTFOUND) {
            return false;
        }
        store.check(code, "get");
        sink.value(value.limit(single.valueBytes()));
        return true;
    }

    @Override
    protected void apply(long id, int revision, boolean delete) throws IOException {
        int code;
        do {
            records.key(id, key);
            if (delete) {
                code = bdb.__db_del_pp(db, txn, single.key, 0);
            } else {
                single.valueBytes(records.value(id, revision, value.clear()));
                code = bdb.__db_put_pp(db, txn, single.key, single.value, 0);
            }
        } while (code == BerkeleyDb.LOCK_DEADLOCK && txn == 0);
        if (!delete || code != BerkeleyDb.NOTFOUND) {
            store.check(code, delete ? "delete" : "put");
        }
    }

    @Override
    protected void restart() throws IOException {
        abort();
        txn = store.begin(handle, 0);
    }

    /** Whether a deadlock has aborted a read, which is to be done once more; the transaction, if there is one, has run again. */
    private boolean isAborted(int code) throws Exception {
        boolean aborted = code == BerkeleyDb.LOCK_DEADLOCK;
        if (aborted && txn != 0) {
            again(new BdbStore.Deadlock("Berkeley DB: a read is in a deadlock again and again"));
        }
        return aborted;
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws Exception {
        scanned = 0;
        reached = fromId;
        reachedIsDone = false;
        int code;
        do {
            code = scanOn(limit, ascending, sink);
        } while (isAborted(code));
        if (code != BerkeleyDb.NOTFOUND) {
            store.check(code, "scan");
        }
        return scanned;
    }

    private int scanOn(int limit, boolean ascending, Sink sink) throws IOException {
        int code = bdb.__db_cursor_pp(db, txn, NativeLibrary.address(handle), 0);
        if (code != 0) {
            return code;
        }
        long cursor = handle.getLong(0);
        try {
            records.key(reached, key);
            return ascending && store.readsInBulk
                    ? inBulk(cursor, limit, sink)
                    : oneByOne(cursor, limit, ascending, sink);
        } finally {
            store.check(bdb.__dbc_close_pp(cursor), "close cursor");
        }
    }

    private int inBulk(long cursor, int limit, Sink sink) {
        boolean keys = sink.wantsKeys();
        int how = BerkeleyDb.SET_RANGE;
        while (scanned < limit) {
            int room = bulkRoom(limit - scanned);
            many.valueRoom(room);
            int code = bdb.__dbc_get_pp(cursor, many.key, many.value, how | BerkeleyDb.MULTIPLE_KEY);
            if (code != 0) {
                return code;
            }
            how = BerkeleyDb.NEXT;
            int keyAt = 0;
            for (int place = room - 4; scanned < limit && places.getInt(place) != -1; place -= 16) {
                keyAt = places.getInt(place);
                if (reachedIsDone && records.id(bulkPart(keyAt, key.capacity())) == reached) {
                    continue;
                }
                if (keys) {
                    sink.key(bulkPart(keyAt, key.capacity()));
                }
                sink.value(bulkPart(places.getInt(place - 8), places.getInt(place - 12)));
                scanned++;
            }
            reached = records.id(bulkPart(keyAt, key.capacity()));
            reachedIsDone = true;
        }
        return 0;
    }

    private ByteBuffer bulkPart(int at, int size) {
        return bulk.limit(at + size).position(at);
    }

    /** Room for {@code count} records of mean size and the rest of a page: a larger buffer costs copying. */
    private int bulkRoom(int count) {
        double bytes = store.pageBytes + count * (records.keyBytes() + records.meanValueBytes() + BULK_OVERHEAD);
        return Math.max(minBulk, bulkUnits((long) Math.min(MAX_BULK - 2 * BULK_UNIT, bytes)));
    }

    private int oneByOne(long cursor, int limit, boolean ascending, Sink sink) {
        boolean keys = sink.wantsKeys();
        int on = ascending ? BerkeleyDb.NEXT : BerkeleyDb.PREV;
        int code = find(cursor, ascending, on);
        while (code == 0) {
            if (keys) {
                sink.key(key);
            }
            sink.value(value.limit(single.valueBytes()));
            reached = records.id(key);
            reachedIsDone = true;
            if (++scanned == limit) {
                break;
            }
            code = step(cursor, on);
        }
        return code;
    }

    /** Puts the cursor on the first record to hand over: the library finds the one at or above the key. */
    private int find(long cursor, boolean ascending, int on) {
        int code = step(cursor, BerkeleyDb.SET_RANGE);
        if (code == BerkeleyDb.NOTFOUND && !ascending) {
            return step(cursor, BerkeleyDb.LAST);
        }
        boolean isReached = code == 0 && records.id(key) == reached;
        boolean passes = ascending ? reachedIsDone && isReached : reachedIsDone || !isReached;
        return code == 0 && passes ? step(cursor, on) : code;
    }

    private int step(long cursor, int how) {
        return bdb.__dbc_get_pp(cursor, single.key, single.value, how);
    }

    @Override
    public void begin(boolean write) throws IOException {
        txn = store.begin(handle, 0);
        replays(txn != 0);
    }

    @Override
    public void commit() throws IOException {
        long done = txn;
        txn = 0;
        replays(false);
        store.commit(done);
    }

    private void abort() throws IOException {
        long undone = txn;
        txn = 0;
        store.check(bdb.__txn_abort(undone), "abort");
    }

    @Override
    public void close() throws IOException {
        if (txn != 0) {
            abort();
        }
    }
}
