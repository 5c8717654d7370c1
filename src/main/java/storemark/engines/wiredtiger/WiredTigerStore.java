package storemark.engines.wiredtiger;

import static storemark.engines.NativeLibrary.MEMORY;

import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Closure;
import com.kenai.jffi.ClosureManager;
import com.kenai.jffi.Type;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engines.NativeLibrary;
import storemark.text.Amount;

/** An open connection, with a session of its own for the table and for checkpoints. */
final class WiredTigerStore implements Store {
    static final int ROLLBACK = -31800;
    static final int NOT_FOUND = -31803;
    /** EINVAL of the system. */
    private static final int INVALID = 22;
    /** After this the library does nothing more, and waits without end for transactions that it no longer rolls back. */
    private static final int PANIC = -31804;

    private static final int LOAD_BATCH = 1000;
    private static final long BULK = NativeLibrary.copy("bulk");

    /** Between two checkpoints, which remove the log before them; and the log files that are made ahead. */
    static final long LOG_BYTES = (2L << 30) + (512 << 20);

    private static final long URI = NativeLibrary.copy("table:" + WiredTigerEngine.TABLE);
    /** The four pointers of a {@code WT_EVENT_HANDLER}. */
    private static final int HANDLER_BYTES = 4 * Long.BYTES;

    private final WiredTigerC library;
    private final ByteBuffer handler = ByteBuffer.allocateDirect(HANDLER_BYTES).order(ByteOrder.nativeOrder());
    private final Closure.Handle listener;
    /** What the library has said since the last error was thrown: the first, which is the cause of the others. */
    private volatile String message = "";

    private volatile boolean panicked;
    private final long connection;
    private final long session;
    final Records records;
    /** Whether keys are integers, and not bytes. */
    final boolean integers;

    WiredTigerStore(WiredTigerC library, StoreSpec spec) throws IOException {
        this.library = library;
        records = spec.records();
        integers = records.keyBytes() == Long.BYTES;
        Type[] types = {Type.POINTER, Type.POINTER, Type.SINT, Type.POINTER};
        listener = ClosureManager.getInstance().newClosure(this::listen, Type.SINT, types, CallingConvention.DEFAULT);
        handler.putLong(0, listener.getAddress());
        ByteBuffer to = NativeLibrary.handle();
        int opened = library.wiredtiger_open(
                spec.target().directory().toAbsolutePath().toString(),
                NativeLibrary.address(handler),
                config(spec),
                NativeLibrary.address(to));
        if (opened != 0) {
            listener.dispose();
            check(opened, "open " + spec.target().directory());
        }
        connection = to.getLong(0);
        try {
            session = openSession();
            if (spec.create()) {
                create(spec);
                settle(); // so that even at durability none a killed process leaves a store, if an empty one
            }
        } catch (IOException | RuntimeException failed) {
            try (Closeable closing = this::close) {
                throw failed;
            }
        }
    }

    /** Called by the library, from any thread, with what it would print on the standard error stream. */
    private void listen(Closure.Buffer call) {
        if (message.isEmpty()) {
            message = NativeLibrary.text(call.getAddress(3));
        }
        call.setIntReturn(0);
    }

    private static String config(StoreSpec spec) {
        String log = spec.durability() == Durability.NONE
                ? "log=(enabled=false)"
                : "log=(enabled=true),transaction_sync=(enabled=true,method="
                        + (spec.durability() == Durability.POWER ? "fsync" : "none") + ")";
        String compression = spec.setting("compression", "none");
        return (spec.create() ? "create,exclusive," : "") + "config_base=false,use_environment=false"
                + (spec.has("default") ? "" : ",cache_size=" + spec.cacheBytes())
                + (spec.has("tuned") ? ",eviction=(threads_min=4,threads_max=4)" : "") + ",session_max="
                + (spec.threads() + 100)
                + ",checkpoint=(wait=60,log_size=" + (2L << 30) + ")," + log
                + (compression.equals("none") ? "" : ",extensions=[libwiredtiger_" + compression + ".so]")
                + (spec.target().directIo() ? ",direct_io=[data]" : "");
    }

    private void create(StoreSpec spec) throws IOException {
        long config = NativeLibrary.copy(
                "key_format=" + (integers ? "Q" : "u") + ",value_format=u,checksum=on,block_compressor="
                        + spec.setting("compression", "none") + ",leaf_page_max="
                        + Amount.bytes(spec.setting("pageSize", "32k"))
                        + (spec.has("tuned") ? ",memory_page_max=10MB,split_pct=90,leaf_value_max=64MB" : ""));
        try {
            check(Method.SESSION_CREATE.call(session, URI, config), "create the table");
        } finally {
            MEMORY.freeMemory(config);
        }
    }

    long openSession() throws IOException {
        ByteBuffer to = NativeLibrary.handle();
        check(Method.CONNECTION_OPEN_SESSION.call(connection, 0, 0, NativeLibrary.address(to)), "open session");
        return to.getLong(0);
    }

    /** A cursor of the table. */
    long openCursor(long of) throws IOException {
        ByteBuffer to = NativeLibrary.handle();
        check(Method.SESSION_OPEN_CURSOR.call(of, URI, 0, 0, NativeLibrary.address(to)), "open cursor");
        return to.getLong(0);
    }

    /** @param code as a {@link Method} returns it: an {@code int}, above which any bits may be set */
    void check(long code, String what) throws IOException {
        int result = (int) code;
        if (result != 0) {
            if (result == PANIC) {
                panicked = true;
            }
            String said = message.isEmpty() ? "" : " (" + message + ")";
            message = "";
            throw new IOException("WiredTiger: " + what + ": " + library.wiredtiger_strerror(result) + said);
        }
    }

    @Override
    public Session session() throws IOException {
        return new WiredTigerSession(this);
    }

    /** A bulk cursor, where nothing has looked at the table yet: the library has them for tables that are new. */
    @Override
    public Loader loader() throws IOException {
        long loading = openSession();
        ByteBuffer to = NativeLibrary.handle();
        int code = (int) Method.SESSION_OPEN_CURSOR.call(loading, URI, 0, BULK, NativeLibrary.address(to));
        if (code == INVALID) {
            message = "";
            check(Method.SESSION_CLOSE.call(loading, 0), "close session");
            return Loader.batching(session(), Loader.batch(records, LOAD_BATCH));
        }
        check(code, "open bulk cursor");
        return new WiredTigerLoader(this, loading, to.getLong(0));
    }

    @Override
    public void settle() throws IOException {
        check(Method.SESSION_CHECKPOINT.call(session, 0), "checkpoint");
    }

    @Override
    public void close() throws IOException {
        if (panicked) {
            throw new IOException("WiredTiger: close: left open after an error that it does not recover from");
        }
        try {
            check(Method.CONNECTION_CLOSE.call(connection, 0), "close");
        } finally {
            listener.dispose();
        }
    }
}
