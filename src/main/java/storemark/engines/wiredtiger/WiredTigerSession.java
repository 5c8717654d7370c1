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
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engines.NativeLibrary;
import storemark.engines.NativeText;
import storemark.engines.NativeValue;
import storemark.engines.WriteJournal;

/** A session and its cursors. A cursor is reset after each use, or it would keep its page in the cache, and old versions of records. */
final class WiredTigerSession implements Session {
    private static final long SNAPSHOT = NativeText.copy("isolation=snapshot");
    private static final long NO_OVERWRITE = NativeText.copy("overwrite=false");
    /** How long a transaction is run again and again, with pauses, because of others' changes. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final WiredTigerStore store;
    private final long session;
    private final long cursor;
    /** Tells whether there was a record to remove, which the other does not; 0 until something is removed. */
    private long remover;

    private final WiredTigerKey key;
    private final NativeValue value;
    private final WiredTigerItem written = new WiredTigerItem();
    private final WiredTigerItem found = new WiredTigerItem();
    private final ByteBuffer exact = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
    private final long exactAt = NativeLibrary.address(exact);
    /** What the running transaction has written, to run it again when it met a change of another. */
    private final WriteJournal journal = new WriteJournal();

    private boolean writing;

    WiredTigerSession(WiredTigerStore store) throws IOException {
        this.store = store;
        session = store.openSession();
        cursor = store.openCursor(session, 0);
        key = new WiredTigerKey(store);
        value = new NativeValue(store.records);
    }

    @Override
    public boolean get(long id, Sink sink) throws IOException {
        key.set(cursor, id);
        int code = Method.SEARCH.call(cursor);
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
    public void put(long id, int revision) throws IOException {
        write(id, revision, false);
    }

    @Override
    public boolean delete(long id) throws IOException {
        return write(id, 0, true);
    }

    private boolean write(long id, int revision, boolean remove) throws IOException {
        if (writing) {
            journal.add(id, revision, remove);
        }
        int code = apply(id, revision, remove);
        if (code == ROLLBACK && writing) {
            code = again();
        }
        if (code == NOT_FOUND) {
            return false;
        }
        store.check(code, remove ? "remove" : "insert");
        return true;
    }

    private int apply(long id, int revision, boolean remove) throws IOException {
        if (remove) {
            if (remover == 0) {
                remover = store.openCursor(session, NO_OVERWRITE);
            }
            key.set(remover, id);
            int code = Method.REMOVE.call(remover);
            Method.RESET.call(remover);
            return code;
        }
        key.set(cursor, id);
        written.set(value.address(), value.of(id, revision));
        Method.SET_VALUE.call(cursor, written.address);
        return Method.INSERT.call(cursor);
    }

    /** Rolls the transaction back and runs it again, until it meets no change of another; what its last write returned. */
    private int again() throws IOException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        int code = ROLLBACK;
        while (code == ROLLBACK && System.nanoTime() - deadline < 0) {
            store.check(Method.SESSION_ROLLBACK.call(session, 0), "roll back");
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS));
            store.check(Method.SESSION_BEGIN.call(session, SNAPSHOT), "begin");
            code = 0;
            for (int at = 0; at < journal.size() && (code == 0 || code == NOT_FOUND); at++) {
                code = apply(journal.id(at), journal.revision(at), journal.isDelete(at));
            }
        }
        return code;
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
        Method step = ascending ? Method.NEXT : Method.PREV;
        key.set(cursor, fromId);
        int code = Method.SEARCH_NEAR.call(cursor, exactAt);
        if (code == 0) {
            int side = MEMORY.getInt(exactAt);
            if (ascending ? side < 0 : side > 0) {
                code = step.call(cursor);
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
            code = step.call(cursor);
        }
        Method.RESET.call(cursor);
        if (code != NOT_FOUND) {
            store.check(code, "scan");
        }
        return count;
    }

    @Override
    public void begin(boolean write) throws IOException {
        writing = write;
        journal.clear();
        store.check(Method.SESSION_BEGIN.call(session, SNAPSHOT), "begin");
    }

    @Override
    public void commit() throws IOException {
        writing = false;
        store.check(Method.SESSION_COMMIT.call(session, 0), "commit");
    }

    /** Closes its cursors too, and rolls back what was not committed. */
    @Override
    public void close() throws IOException {
        store.check(Method.SESSION_CLOSE.call(session, 0), "close session");
    }
}
