package storemark.engines;

import java.util.concurrent.Callable;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;

/** A store made of actions on what an adapter has opened. Safe to share between threads once the engine has returned it. */
public final class ComposedStore implements Store {
    /** Something that a store does. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    private final Callable<Session> sessions;
    private final Action closing;
    private Callable<Loader> loaders = Store.super::loader;
    private Action settling = Store.super::settle;
    private Callable<Long> size = Store.super::bytesOnDisk;
    private Callable<Long> compactions = Store.super::compactionNanos;

    /**
     * @param sessions opens a session: see {@link #session}
     * @param closing see {@link #close}
     */
    public ComposedStore(Callable<Session> sessions, Action closing) {
        this.sessions = sessions;
        this.closing = closing;
    }

    /** Sets how records are loaded: see {@link #loader}. */
    public ComposedStore loadedBy(Callable<Loader> loader) {
        loaders = loader;
        return this;
    }

    /** Sets how the store settles: see {@link #settle}. */
    public ComposedStore settledBy(Action action) {
        settling = action;
        return this;
    }

    /** Sets how the store's size is known: see {@link #bytesOnDisk}. */
    public ComposedStore sizedBy(Callable<Long> bytes) {
        size = bytes;
        return this;
    }

    /** Sets how the time of compactions is known: see {@link #compactionNanos}. */
    public ComposedStore compactionsBy(Callable<Long> nanos) {
        compactions = nanos;
        return this;
    }

    @Override
    public Session session() throws Exception {
        return sessions.call();
    }

    @Override
    public Loader loader() throws Exception {
        return loaders.call();
    }

    @Override
    public void settle() throws Exception {
        settling.run();
    }

    @Override
    public long bytesOnDisk() throws Exception {
        return size.call();
    }

    @Override
    public long compactionNanos() throws Exception {
        return compactions.call();
    }

    @Override
    public void close() throws Exception {
        closing.run();
    }
}
