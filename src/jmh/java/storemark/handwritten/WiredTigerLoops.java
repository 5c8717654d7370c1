package storemark.handwritten;

import static storemark.engines.NativeLibrary.MEMORY;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import jnr.ffi.LibraryLoader;
import storemark.engine.DigestSink;
import storemark.engine.StoreSpec;
import storemark.engines.NativeLibrary;
import storemark.engines.wiredtiger.Method;
import storemark.engines.wiredtiger.WiredTigerC;

/** WiredTiger's C API, by the declarations that the adapter has of it too; one cursor for all, which is reset once a block. */
final class WiredTigerLoops extends Loops {
    private static final long URI = NativeLibrary.copy("table:records");
    private static final long FORMAT = NativeLibrary.copy("key_format=Q,value_format=u,checksum=on");
    private static final long BULK = NativeLibrary.copy("bulk");

    private final WiredTigerC library = LibraryLoader.create(WiredTigerC.class).load("wiredtiger");
    private final ByteBuffer value;
    private final long valueAt;
    /** A {@code WT_ITEM}, a pointer and a size first; behind it room for an address. */
    private final ByteBuffer item = ByteBuffer.allocateDirect(40 + Long.BYTES).order(ByteOrder.nativeOrder());

    private final long itemAt = NativeLibrary.address(item);
    private final long handleAt = itemAt + 40;
    private final long connection;
    private final long session;
    /** Opened at first use: a load wants the table for itself. */
    private long cursor;

    WiredTigerLoops(StoreSpec spec, DigestSink sink) throws IOException {
        super(spec, sink);
        value = ByteBuffer.allocateDirect(records.maxValueBytes());
        valueAt = NativeLibrary.address(value);
        String log = switch (spec.durability()) {
            case NONE -> "log=(enabled=false)";
            case PROCESS -> "log=(enabled=true),transaction_sync=(enabled=true,method=none)";
            case POWER -> "log=(enabled=true),transaction_sync=(enabled=true,method=fsync)";
        };
        String config = "create,checkpoint=(wait=60,log_size=2GB),cache_size=" + spec.cacheBytes() + "," + log;
        String home = spec.target().directory().toAbsolutePath().toString();
        check(library.wiredtiger_open(home, 0, config, handleAt));
        connection = item.getLong(40);
        session = session();
        check(Method.SESSION_CREATE.call(session, URI, FORMAT)); // does nothing where there is one
    }

    private long session() throws IOException {
        check(Method.CONNECTION_OPEN_SESSION.call(connection, 0, 0, handleAt));
        return item.getLong(40);
    }

    private long open(long of, long config) throws IOException {
        check(Method.SESSION_OPEN_CURSOR.call(of, URI, 0, config, handleAt));
        return item.getLong(40);
    }

    private long cursor() throws IOException {
        if (cursor == 0) {
            cursor = open(session, 0);
        }
        return cursor;
    }

    /** @param code an {@code int}, above which any bits may be set */
    private void check(long code) throws IOException {
        int result = (int) code;
        if (result != 0) {
            throw new IOException(library.wiredtiger_strerror(result));
        }
    }

    private void insert(long into, long id, int revision) throws IOException {
        Method.SET_KEY.call(into, id);
        item.putLong(0, valueAt);
        item.putLong(Long.BYTES, records.value(id, revision, value));
        Method.SET_VALUE.call(into, itemAt);
        check(Method.INSERT.call(into));
    }

    @Override
    public void load(long entries) throws IOException {
        long loading = session();
        long bulk = open(loading, BULK);
        for (long id = 0; id < entries; id++) {
            insert(bulk, id, 0);
        }
        check(Method.SESSION_CLOSE.call(loading, 0));
        check(Method.SESSION_CHECKPOINT.call(session, 0));
    }

    private void hand(long at) throws IOException {
        check(Method.GET_VALUE.call(at, itemAt));
        MEMORY.copyMemory(item.getLong(0), valueAt, value.capacity());
        sink.value(value);
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws IOException {
        long at = cursor();
        for (int done = 0; done < count; done++) {
            Method.SET_KEY.call(at, random.nextLong(range));
            check(Method.SEARCH.call(at));
            hand(at);
        }
        check(Method.RESET.call(at));
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws IOException {
        long at = cursor();
        for (int done = 0; done < count; done++) {
            Method.SET_KEY.call(at, random.nextLong(range));
            check(Method.SEARCH.call(at)); // each id below the range is there
            hand(at);
            for (int next = 1; next < length; next++) {
                check(Method.NEXT.call(at));
                hand(at);
            }
        }
        check(Method.RESET.call(at));
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws IOException {
        long at = cursor();
        for (int done = 0; done < count; done++) {
            insert(at, random.nextLong(range), revision);
        }
    }

    @Override
    public void close() throws IOException {
        check(Method.CONNECTION_CLOSE.call(connection, 0));
    }
}
