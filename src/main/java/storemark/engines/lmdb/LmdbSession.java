package storemark.engines.lmdb;

import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.Dbi.KeyExistsException;
import org.lmdbjava.Env;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.SeekOp;
import org.lmdbjava.Txn;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.StoreSpec;

/** Keeps one read transaction, reset between operations: a running one would keep every old page alive. */
final class LmdbSession implements Session {
    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> dbi;
    private final Records records;
    private boolean appends;
    private final LmdbKey key;
    private final ByteBuffer value;
    private final Txn<ByteBuffer> reader;
    private final Cursor<ByteBuffer> cursor;
    private Txn<ByteBuffer> writer;
    private boolean reading;

    /** @param appends whether to append records, until the first that is not the last key */
    LmdbSession(Env<ByteBuffer> env, Dbi<ByteBuffer> dbi, StoreSpec spec, boolean appends) {
        this.env = env;
        this.dbi = dbi;
        records = spec.records();
        this.appends = appends;
        key = new LmdbKey(ByteBuffer.allocateDirect(records.keyBytes()), records, LmdbEngine.hasIntegers(spec));
        value = ByteBuffer.allocateDirect(Math.max(1, records.maxValueBytes()));
        reader = env.txnRead();
        cursor = dbi.openCursor(reader);
        reader.reset();
    }

    @Override
    public boolean get(long id, Sink sink) {
        key.set(id);
        boolean single = writer == null && !reading;
        if (single) {
            reader.renew();
        }
        ByteBuffer found = dbi.get(writer != null ? writer : reader, key.buffer);
        if (found != null) {
            sink.value(found);
        }
        if (single) {
            reader.reset();
        }
        return found != null;
    }

    @Override
    public void put(long id, int revision) {
        key.set(id);
        value.limit(value.capacity());
        value.limit(records.value(id, revision, value));
        if (writer != null) {
            store(writer);
            return;
        }
        try (Txn<ByteBuffer> single = env.txnWrite()) {
            store(single);
            single.commit();
        }
    }

    private void store(Txn<ByteBuffer> txn) {
        if (!appends || !append(txn)) {
            dbi.put(txn, key.buffer, value);
        }
    }

    /** LMDB checks whether the key is the last, and changes nothing if it is not. */
    private boolean append(Txn<ByteBuffer> txn) {
        try {
            dbi.put(
                    txn,
                    key.buffer,
                    value,
                    PutFlags.MDB_APPEND); // a constant: lmdbjava would sum the flags of a field at each call
        } catch (KeyExistsException notLast) {
            appends = false;
        }
        return appends;
    }

    @Override
    public void delete(long id) {
        key.set(id);
        if (writer != null) {
            dbi.delete(writer, key.buffer);
            return;
        }
        try (Txn<ByteBuffer> single = env.txnWrite()) {
            dbi.delete(single, key.buffer);
            single.commit();
        }
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) {
        key.set(fromId);
        if (writer != null) {
            try (Cursor<ByteBuffer> own = dbi.openCursor(writer)) {
                return walk(own, limit, ascending, sink);
            }
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
    }

    private int walk(Cursor<ByteBuffer> at, int limit, boolean ascending, Sink sink) {
        boolean there = at.get(key.buffer, GetOp.MDB_SET_RANGE);
        if (!ascending && !(there && at.key().equals(key.buffer))) {
            there = there ? at.prev() : at.seek(SeekOp.MDB_LAST);
        }
        boolean keys = sink.wantsKeys();
        int count = 0;
        while (there) {
            if (keys) {
                key.hand(at.key(), sink);
            }
            sink.value(at.val());
            there = ++count < limit && (ascending ? at.next() : at.prev());
        }
        return count;
    }

    @Override
    public void begin(boolean write) {
        if (write) {
            writer = env.txnWrite();
        } else {
            reader.renew();
            cursor.renew(reader);
            reading = true;
        }
    }

    @Override
    public void commit() {
        if (writer == null) {
            reading = false;
            reader.reset();
            return;
        }
        try (Txn<ByteBuffer> done = writer) {
            writer = null;
            done.commit();
        }
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
        cursor.close();
        reader.close();
    }
}
