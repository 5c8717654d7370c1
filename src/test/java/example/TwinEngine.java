package example;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.ComposedStore;

/**
 * Another engine under a name of one's choice, and slowed by a busy loop if that is asked for: {@code twin:of.lmdb,name.a} and
 * {@code twin:of.lmdb,name.b,slower.5}. Compared with each other they tell how often a method finds a difference that is not there,
 * and how often one that is.
 */
public final class TwinEngine implements Engine {
    private static final String OF = "of";
    private static final String SLOWER = "slower";

    private static Engine original(StoreSpec spec) {
        String name = spec.setting(OF, "lmdb");
        return ServiceLoader.load(Engine.class).stream()
                .filter(found -> found.type() != TwinEngine.class)
                .map(ServiceLoader.Provider::get)
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine '" + name + "' to be the twin of"));
    }

    private static StoreSpec without(StoreSpec spec) {
        Map<String, String> settings = new LinkedHashMap<>(spec.settings());
        settings.keySet().removeAll(Set.of(OF, "name", SLOWER));
        return new StoreSpec(
                spec.target(),
                spec.durability(),
                spec.records(),
                spec.entries(),
                spec.cacheBytes(),
                spec.threads(),
                spec.create(),
                spec.profiles(),
                settings);
    }

    @Override
    public String version() {
        return "that of its original";
    }

    @Override
    public Traits traits() {
        return Traits.of("twin", "Apache-2.0")
                .setting(OF, "the engine behind it")
                .setting("name", "tells twins apart")
                .setting(SLOWER, "percent of time that each operation takes longer")
                .keeps(Durability.NONE, "as its original")
                .keeps(Durability.PROCESS, "as its original")
                .can(Capability.SCAN, "as its original")
                .build();
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Store store = original(spec).open(without(spec));
        double slower = Double.parseDouble(spec.setting(SLOWER, "0")) / 100;
        return new ComposedStore(() -> new TwinSession(store.session(), slower), store::close)
                .loadedBy(store::loader)
                .settledBy(store::settle)
                .sizedBy(store::bytesOnDisk)
                .compactionsBy(store::compactionNanos);
    }

    @Override
    public long heapBytes(StoreSpec spec) {
        return original(spec).heapBytes(without(spec));
    }

    @Override
    public long diskBytes(StoreSpec spec) {
        return original(spec).diskBytes(without(spec));
    }

    /** Both twins go through it, so that they differ in nothing but the busy loop. */
    private static final class TwinSession implements Session {
        /** Operations between two looks at the clock. */
        private static final int OPERATIONS = 16;
        /** Longer, and it was not operations that took the time: an increment has ended in between. */
        private static final long LONGEST_NANOS = 20_000_000;

        private final Session session;
        private final double slower;
        private int operations;
        private long since = System.nanoTime();

        TwinSession(Session session, double slower) {
            this.session = session;
            this.slower = slower;
        }

        private void slow() {
            if (slower > 0 && ++operations == OPERATIONS) {
                operations = 0;
                long now = System.nanoTime();
                long end = now - since > LONGEST_NANOS ? now : now + (long) ((now - since) * slower);
                while (now < end) {
                    Thread.onSpinWait();
                    now = System.nanoTime();
                }
                since = now;
            }
        }

        @Override
        public boolean get(long id, Sink sink) throws Exception {
            slow();
            return session.get(id, sink);
        }

        @Override
        public void put(long id, int revision) throws Exception {
            slow();
            session.put(id, revision);
        }

        @Override
        public void delete(long id) throws Exception {
            slow();
            session.delete(id);
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) throws Exception {
            slow();
            return session.scan(fromId, limit, ascending, sink);
        }

        @Override
        public void begin(boolean write) throws Exception {
            session.begin(write);
        }

        @Override
        public void commit() throws Exception {
            session.commit();
        }

        @Override
        public void close() throws Exception {
            session.close();
        }
    }
}
