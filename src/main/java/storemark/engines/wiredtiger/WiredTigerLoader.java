package storemark.engines.wiredtiger;

import java.io.IOException;
import storemark.engine.Loader;
import storemark.engines.NativeValue;

/** Fills a table by a bulk cursor, which builds pages without a search, a log or a transaction, and has the table for itself. */
final class WiredTigerLoader implements Loader {
    private final WiredTigerStore store;
    private final long session;
    private final long cursor;
    private final WiredTigerKey key;
    private final NativeValue value;
    private final WiredTigerItem written = new WiredTigerItem();

    /** Closes {@code session}, of which {@code cursor} is a bulk cursor, when it is closed. */
    WiredTigerLoader(WiredTigerStore store, long session, long cursor) {
        this.store = store;
        this.session = session;
        this.cursor = cursor;
        key = new WiredTigerKey(store);
        value = new NativeValue(store.records);
    }

    @Override
    public void append(long id, int revision) throws IOException {
        key.set(cursor, id);
        written.set(value.address(), value.of(id, revision));
        Method.SET_VALUE.call(cursor, written.address);
        store.check(Method.INSERT.call(cursor), "bulk insert");
    }

    /** A checkpoint follows, as the log knows nothing of these records. */
    @Override
    public void close() throws IOException {
        store.check(Method.SESSION_CLOSE.call(session, 0), "close bulk cursor");
        store.settle();
    }
}
