package storemark.engines;

import java.util.Arrays;
import java.util.BitSet;
import storemark.engine.Session;

/** A session of a library that aborts a transaction to break a deadlock: it keeps what a transaction writes, to run it again. */
public abstract class ReplayingSession implements Session {
    private final Class<? extends Exception> aborted;
    private final int attempts;
    private long[] ids = new long[1024];
    private int[] revisions = new int[1024];
    private final BitSet deletes = new BitSet();
    private int size;
    private boolean replays;

    /**
     * @param aborted what the library throws when it has chosen the transaction to break a deadlock
     * @param attempts how often a transaction runs again at most
     */
    protected ReplayingSession(Class<? extends Exception> aborted, int attempts) {
        this.aborted = aborted;
        this.attempts = attempts;
    }

    /** Puts or deletes one record. */
    protected abstract void apply(long id, int revision, boolean delete) throws Exception;

    /** Aborts the running transaction and begins another. */
    protected abstract void restart() throws Exception;

    /** To be called as a transaction begins, with true if it is to run again after a deadlock, and as it ends, with false. */
    protected final void replays(boolean transaction) {
        replays = transaction;
        size = 0;
    }

    /**
     * Runs the transaction again until no deadlock aborts it.
     *
     * @throws Exception {@code failed}, if it does not tell of a deadlock or no transaction is running
     */
    protected final void again(Exception failed) throws Exception {
        Exception last = failed;
        for (int attempt = 0; replays && aborted.isInstance(last) && attempt < attempts; attempt++) {
            restart();
            try {
                for (int at = 0; at < size; at++) {
                    apply(ids[at], revisions[at], deletes.get(at));
                }
                return;
            } catch (Exception next) {
                last = next;
            }
        }
        throw last;
    }

    @Override
    public final void put(long id, int revision) throws Exception {
        write(id, revision, false);
    }

    @Override
    public final void delete(long id) throws Exception {
        write(id, 0, true);
    }

    private void write(long id, int revision, boolean delete) throws Exception {
        if (!replays) {
            apply(id, revision, delete);
            return;
        }
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
            revisions = Arrays.copyOf(revisions, 2 * size);
        }
        ids[size] = id;
        revisions[size] = revision;
        deletes.set(size++, delete);
        try {
            apply(id, revision, delete);
        } catch (Exception failed) {
            again(failed);
        }
    }
}
