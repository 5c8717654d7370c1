package storemark.handwritten;

import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;

/** The same loops through an engine's adapter. */
final class AdapterLoops extends Loops {
    private final Store store;
    private Session session;

    AdapterLoops(Engine engine, StoreSpec spec, DigestSink sink) throws Exception {
        super(spec, sink);
        store = engine.open(spec);
    }

    /** Made when first used, because some engines load only while no session is open. */
    private Session session() throws Exception {
        if (session == null) {
            session = store.session();
        }
        return session;
    }

    @Override
    public void load(long entries) throws Exception {
        try (Loader loader = store.loader()) {
            for (long id = 0; id < entries; id++) {
                loader.append(id, 0);
            }
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws Exception {
        Session reader = session();
        for (int at = 0; at < count; at++) {
            if (!reader.get(random.nextLong(range), sink)) {
                throw new IllegalStateException("a record is missing");
            }
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws Exception {
        Session reader = session();
        for (int at = 0; at < count; at++) {
            if (reader.scan(random.nextLong(range), length, true, sink) != length) {
                throw new IllegalStateException("records are missing");
            }
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws Exception {
        Session writer = session();
        for (int at = 0; at < count; at++) {
            writer.put(random.nextLong(range), revision);
        }
    }

    @Override
    public void close() throws Exception {
        if (session != null) {
            session.close();
        }
        store.close();
    }
}
