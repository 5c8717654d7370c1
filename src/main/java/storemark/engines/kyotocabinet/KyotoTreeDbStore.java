package storemark.engines.kyotocabinet;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;

/** An open TreeDB. */
final class KyotoTreeDbStore implements Store {
    private static final int LOAD_BATCH = 100_000;

    final KyotoCabinet kyoto;
    final Records records;
    private final boolean durable;
    private final int hard;
    final long db;

    /** Read by single changes, written by a transaction: the library would mix them. */
    private final ReentrantReadWriteLock transactions = new ReentrantReadWriteLock();

    KyotoTreeDbStore(KyotoCabinet kyoto, StoreSpec spec, String path) throws IOException {
        this.kyoto = kyoto;
        records = spec.records();
        durable = spec.durability() != Durability.NONE;
        hard = spec.durability() == Durability.POWER ? 1 : 0;
        db = kyoto.kcdbnew();
        int mode = KyotoCabinet.WRITER
                | KyotoCabinet.TRYLOCK
                | (spec.create() ? KyotoCabinet.CREATE : 0)
                | (durable ? KyotoCabinet.AUTOTRAN : 0)
                | (hard != 0 ? KyotoCabinet.AUTOSYNC : 0);
        if (kyoto.kcdbopen(db, path, mode) == 0) {
            IOException failed = error("open " + path);
            kyoto.kcdbdel(db);
            throw failed;
        }
    }

    @Override
    public Session session() {
        return new KyotoTreeDbSession(this);
    }

    @Override
    public Loader loader() {
        return Loader.batching(session(), Loader.batch(records, LOAD_BATCH));
    }

    @Override
    public void settle() throws IOException {
        check(kyoto.kcdbsync(db, 1, 0, 0), "synchronise");
    }

    @Override
    public void close() throws IOException {
        try (Closeable handle = () -> kyoto.kcdbdel(db)) {
            check(kyoto.kcdbclose(db), "close");
        }
    }

    /** Begins a single change; {@link #leave()} ends it. */
    void enter() {
        if (durable) {
            transactions.readLock().lock();
        }
    }

    void leave() {
        if (durable) {
            transactions.readLock().unlock();
        }
    }

    /** Begins a transaction of the calling thread, unless at durability none. */
    void begin() throws IOException {
        if (!durable) {
            return;
        }
        transactions.writeLock().lock();
        if (kyoto.kcdbbegintran(db, hard) == 0) {
            IOException failed = error("begin");
            transactions.writeLock().unlock();
            throw failed;
        }
    }

    /** Ends the calling thread's transaction, if it has one. */
    void end(boolean commit) throws IOException {
        if (transactions.isWriteLockedByCurrentThread()) {
            try {
                check(kyoto.kcdbendtran(db, commit ? 1 : 0), commit ? "commit" : "abort");
            } finally {
                transactions.writeLock().unlock();
            }
        }
    }

    void check(int success, String what) throws IOException {
        if (success == 0) {
            throw error(what);
        }
    }

    /** False if the last call failed because there is no such record; throws any other failure. */
    boolean missed(String what) throws IOException {
        if (kyoto.kcdbecode(db) != KyotoCabinet.NO_RECORD) {
            throw error(what);
        }
        return false;
    }

    private IOException error(String what) {
        return new IOException("Kyoto Cabinet: " + what + ": " + kyoto.kcdbemsg(db) + " (" + kyoto.kcdbecode(db) + ")");
    }
}
