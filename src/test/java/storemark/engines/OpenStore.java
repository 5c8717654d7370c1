package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Target;

/** A store and a session of it, which give back plain Java values; can be closed and opened again. */
public final class OpenStore implements AutoCloseable {
    private final Variant variant;
    private final StoreSpec spec;
    private final Records records;
    private Store store;
    private Session session;

    private OpenStore(Variant variant, StoreSpec spec) throws Exception {
        this.variant = variant;
        this.spec = spec;
        records = spec.records();
        variant.engine().check(spec);
        open(spec);
    }

    /** A new store at the engine's weakest durability. */
    public static OpenStore create(Variant variant, Path directory, Records records, long entries) throws Exception {
        return create(variant, directory, variant.weakest(), records, entries);
    }

    public static OpenStore create(
            Variant variant, Path directory, Durability durability, Records records, long entries) throws Exception {
        return new OpenStore(variant, variant.in(directory, durability, records, entries, true));
    }

    /** A new store at any place, at the engine's weakest durability. */
    public static OpenStore create(Variant variant, Target target, Records records, long entries) throws Exception {
        return new OpenStore(variant, variant.at(target, variant.weakest(), records, entries, true));
    }

    /** A store that exists. */
    public static OpenStore existing(
            Variant variant, Path directory, Durability durability, Records records, long entries) throws Exception {
        return new OpenStore(variant, variant.in(directory, durability, records, entries, false));
    }

    private void open(StoreSpec how) throws Exception {
        store = variant.engine().open(how);
        session = store.session();
    }

    public Records records() {
        return records;
    }

    public Store store() {
        return store;
    }

    public Session session() {
        return session;
    }

    /** What a get of {@code id} gives, or null. */
    public Entry get(long id) throws Exception {
        return get(session, records, id);
    }

    public static Entry get(Session session, Records records, long id) throws Exception {
        Entry.Collector sink = new Entry.Collector(records, id);
        boolean found = session.get(id, sink);
        if (found != (sink.entries().size() == 1)) {
            throw new AssertionError("get of " + id + " returned " + found + " and gave " + sink.entries());
        }
        return found ? sink.entries().get(0) : null;
    }

    public List<Entry> scan(long fromId, int limit, boolean ascending) throws Exception {
        Entry.Collector sink = new Entry.Collector(records);
        int count = session.scan(fromId, limit, ascending, sink);
        if (count != sink.entries().size()) {
            throw new AssertionError("scan returned " + count + " and gave " + sink.entries());
        }
        return sink.entries();
    }

    /** Asserts that scans of all, in each direction that the engine has, give {@code expected} and no more. */
    public void checkFullScans(List<Entry> expected) throws Exception {
        if (variant.traits().can(Capability.SCAN)) {
            assertEquals(expected, scan(0, expected.size() + 1, true));
        }
        if (variant.traits().can(Capability.REVERSE_SCAN)) {
            List<Entry> backwards = new ArrayList<>(expected);
            Collections.reverse(backwards);
            assertEquals(backwards, scan(records.highestId(), expected.size() + 1, false));
        }
    }

    /** Loads revision 0 of {@code ids}, which ascend as unsigned numbers; the session is another one afterwards. */
    public void load(long... ids) throws Exception {
        closeSession();
        try (Loader loader = store.loader()) {
            for (long id : ids) {
                loader.append(id, 0);
            }
        }
        session = store.session();
    }

    /** Leaves the store to the sessions that a test makes itself. */
    public void closeSession() throws Exception {
        session.close();
        session = null;
    }

    public void reopen() throws Exception {
        reopen(records);
    }

    /** As {@link #reopen}, for reads only: an engine that makes values again, in place of storing them, makes wrong ones. */
    public void reopenWithForeignValues() throws Exception {
        reopen(records.withForeignValues());
    }

    private void reopen(Records how) throws Exception {
        close();
        open(variant.at(spec.target(), spec.durability(), how, spec.entries(), false));
    }

    @Override
    public void close() throws Exception {
        if (session != null) {
            session.close();
        }
        store.close();
    }
}
