package storemark.engines.h2;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.ComposedStore;
import storemark.engines.DirectoryLock;
import storemark.engines.StoreFolder;

/** H2 by SQL, in this process. See docs/engines/h2.md. */
public final class H2Engine implements Engine {
    private static final String FILE = "records";
    private static final int LOAD_BATCH = 1000;
    private static final int LOCK_MILLIS = 60_000;

    private static final Traits TRAITS = Traits.of("h2", "MPL-2.0 OR EPL-1.0")
            .profile("default", "as the library comes: a cache of 16 MB")
            .none(Survivors.SOME, "the library's default: commits are written by a background thread each 0.5 s")
            .keeps(Durability.PROCESS, "WRITE_DELAY=0: each commit is written to the file")
            .keeps(Durability.POWER, "WRITE_DELAY=0, and CHECKPOINT SYNC after each commit")
            .can(Capability.SCAN, "SELECT .. ORDER BY k")
            .can(Capability.REVERSE_SCAN, "SELECT .. ORDER BY k DESC")
            .can(Capability.TRANSACTIONS, "locks by row, read committed; a deadlock's victim is run again")
            .can(Capability.CONCURRENT_WRITES, "locks by row; one commit at a time is written")
            .cannot(Capability.CHECKSUMS, "of chunks' headers and footers only")
            .cannot(Capability.MMAP, "the library's nioMapped file system is not offered here")
            .cannot(Capability.ENCRYPTION, "CIPHER is not offered here")
            .cannot(Capability.COMPRESSION, "the database has it by page, this adapter does not offer it")
            .cannot("the library opens files only", BLOCK_DEVICE, DIRECT_IO_DEVICE)
            .build();

    @Override
    public String version() throws Unavailable {
        try (Connection memory = DriverManager.getConnection("jdbc:h2:mem:")) {
            return "H2 " + memory.getMetaData().getDatabaseProductVersion();
        } catch (SQLException failed) {
            throw new Unavailable("H2 does not open a database in memory: " + failed.getMessage(), failed);
        }
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** The cache counts the size of arrays, not that of their headers or of the rows and pages that hold them. */
    @Override
    public long heapBytes(StoreSpec spec) {
        return (16L << 20) + spec.cacheBytes() * 3;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path directory = StoreFolder.of(spec, FILE + ".mv.db");
        String url = url(spec, directory);
        return DirectoryLock.hold(directory, () -> {
            Connection own = DriverManager.getConnection(url);
            try {
                if (spec.create()) {
                    String key = spec.records().keyBytes() == Long.BYTES
                            ? "BIGINT"
                            : "VARBINARY(" + spec.records().keyBytes() + ")";
                    run(own, "CREATE TABLE records(k " + key + " PRIMARY KEY, v VARBINARY NOT NULL)");
                    settle(own); // so that even at durability none a killed process leaves a store
                }
                return store(spec, url, own);
            } catch (SQLException failed) {
                own.close();
                throw failed;
            }
        });
    }

    private static String url(StoreSpec spec, Path directory) throws Unsupported {
        String path = directory.toAbsolutePath().resolve(FILE).toString();
        if (path.indexOf(';') >= 0) {
            throw new Unsupported(path + ": must not contain ';', which H2 reads as the start of settings");
        }
        return "jdbc:h2:file:" + path
                + (spec.has("default") ? "" : ";OPTIMIZE_REUSE_RESULTS=0;CACHE_SIZE=" + (spec.cacheBytes() >> 10))
                + ";LOCK_TIMEOUT=" + LOCK_MILLIS
                + ";DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0"
                + (spec.create() ? "" : ";IFEXISTS=TRUE")
                + (spec.durability() == Durability.NONE ? "" : ";WRITE_DELAY=0");
    }

    /**
     * Stops the background thread meanwhile: CHECKPOINT does not wait for what that thread is about to write. SET WRITE_DELAY would also
     * stop it, but is a change of the database itself.
     */
    private static void settle(Connection own) throws SQLException {
        SessionLocal session = (SessionLocal) own.unwrap(JdbcConnection.class).getSession();
        MVStore store = session.getDatabase().getStore().getMvStore();
        int delay = store.getAutoCommitDelay();
        store.setAutoCommitDelay(0);
        try {
            run(own, "CHECKPOINT SYNC");
        } finally {
            store.setAutoCommitDelay(delay);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The library closes a database with its last connection, so the store has one of its own. */
    private static Store store(StoreSpec spec, String url, Connection own) {
        return new ComposedStore(() -> session(spec, url, false), own::close)
                .loadedBy(() -> Loader.batching(session(spec, url, true), Loader.batch(spec.records(), LOAD_BATCH)))
                .settledBy(() -> settle(own));
    }

    private static Session session(StoreSpec spec, String url, boolean loading) throws SQLException {
        return new H2Session(
                DriverManager.getConnection(url), spec.records(), spec.durability() == Durability.POWER, loading);
    }
}
