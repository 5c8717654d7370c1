package storemark.engines.lmdb;

import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Unsupported;

/**
 * Reads in one transaction from its beginning to its end, as the program of 2012 did. So it sees nothing of what is committed
 * meanwhile, and keeps alive every page of its state: in place of a session that also writes it would return old values.
 */
final class LmdbReadOnlySession implements Session {
    private final LmdbSession session;

    LmdbReadOnlySession(LmdbSession session) {
        this.session = session;
        session.begin(false);
    }

    @Override
    public boolean get(long id, Sink sink) {
        return session.get(id, sink);
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) {
        return session.scan(fromId, limit, ascending, sink);
    }

    @Override
    public void put(long id, int revision) throws Unsupported {
        throw refusal();
    }

    @Override
    public void delete(long id) throws Unsupported {
        throw refusal();
    }

    @Override
    public void begin(boolean write) throws Unsupported {
        if (write) {
            throw refusal();
        }
    }

    private static Unsupported refusal() {
        return new Unsupported("readTransaction.kept reads one state of the store and never writes: the workload"
                + " must be read, scan, forward or reverse");
    }

    @Override
    public void close() {
        session.close();
    }
}
