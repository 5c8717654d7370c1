package storemark.engines.wiredtiger;

import static storemark.engines.NativeLibrary.MEMORY;
import static storemark.engines.wiredtiger.WiredTigerStore.NOT_FOUND;
import static storemark.engines.wiredtiger.WiredTigerStore.ROLLBACK;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import storemark.engine.Sink;
import storemark.engines.NativeLibrary;
import storemark.engines.NativeValue;
import storemark.engines.ReplayingSession;

/** A session and its cursors. A cursor is reset after each use, or it would keep its page in the cache, and old versions of records. */
final class WiredTigerSession extends ReplayingSession {
    private static final long SNAPSHOT = NativeLibrary.copy("isolation=snapshot");
    /** The longest pause before a transaction runs again because of others' changes. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** A minute of such pauses. */
    private static final int ATTEMPTS = 120_000;

    /** Another transaction has changed the same record. */
    private static final class Conflict extends IOException {
        private static final long serialVersionUID = 1L;

        Conflict() {
            super("WiredTiger: the record was changed by another transaction");
        }
    }

    private final WiredTigerStore store;
    private final long session;
    private final long cursor;
    private final WiredTigerKey key;
    private final NativeValue value;
    private final WiredTigerItem written = new WiredTigerItem();
    private final WiredTigerItem found = new WiredTigerItem();
    private final ByteBuffer exact = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
    private final long exactAt = NativeLibrary.address(exact);

    WiredTigerSession(WiredTigerStore store) throws IOException {
        super(Conflict.class, ATTEMPTS);
        this.store = store;
        session = store.openSession();
        cursor = store.openCursor(session);
        key = new WiredTigerKey(store);
        value = new NativeValue(store.records);
    }

    @Override
    public boolean get(long id, Sink sink) throws IOException {
        key.set(cursor, id);
        int code = (int) Method.SEARCH.call(cursor);
        if (code == 0) {
            hand(sink);
        }
        Method.RESET.call(cursor);
        if (code == NOT_FOUND) {
            return false;
        }
        store.check(code, "get");
        return true;
    }

    /** Hands over the value that the cursor is at. */
    private void hand(Sink sink) throws IOException {
        store.check(Method.GET_VALUE.call(cursor, found.address), "get value");
        value.hand(found.data(), found.size(), sink);
    }

    @Override
    protected void apply(long id, int revision, boolean remove) throws IOException {
        int code = remove ? remove(id) : insert(id, revision);
        if (code == ROLLBACK) {
            throw new Conflict();
        }
        store.check(code, remove ? "remove" : "insert");
    }

    private int insert(long id, int revision) throws IOException {
        key.set(cursor, id);
        written.set(value.address(), value.of(id, revision));
        Method.SET_VALUE.call(cursor, written.address);
        return (int) Method.INSERT.call(cursor);
    }

    private int remove(long id) throws IOException {
        key.set(cursor, id);
        int code = (int) Method.REMOVE.call(cursor);
        Method.RESET.call(cursor);
        return code;
    }

    /** Pauses, for the change of another to end. */
    @Override
    protected void restart() throws IOException {
        store.check(Method.SESSION_ROLLBACK.call(session, 0), "roll back");
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS));
        store.check(Method.SESSION_BEGIN.call(session, SNAPSHOT), "begin");
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
        Method step = ascending ? Method.NEXT : Method.PREV;
        key.set(cursor, fromId);
        int code = (int) Method.SEARCH_NEAR.call(cursor, exactAt);
        if (code == 0) {
            int side = MEMORY.getInt(exactAt);
            if (ascending ? side < 0 : side > 0) {
                code = (int) step.call(cursor);
            }
        }
        boolean keys = sink.wantsKeys();
        int count = 0;
        while (code == 0) {
            if (keys) {
                store.check(key.hand(cursor, sink), "get key");
            }
            hand(sink);
            if (++count == limit) {
                break;
            }
            code = (int) step.call(cursor);
        }
        Method.RESET.call(cursor);
        if (code != NOT_FOUND) {
            store.check(code, "scan");
        }
        return count;
    }

    @Override
    public void begin(boolean write) throws IOException {
        replays(write);
        store.check(Method.SESSION_BEGIN.call(session, SNAPSHOT), "begin");
    }

    @Override
    public void commit() throws IOException {
        replays(false);
        store.check(Method.SESSION_COMMIT.call(session, 0), "commit");
    }

    /** Closes its cursors too, and rolls back what was not committed. */
    @Override
    public void close() throws IOException {
        store.check(Method.SESSION_CLOSE.call(session, 0), "close session");
    }
}
