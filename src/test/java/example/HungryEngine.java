package example;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.Deflater;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.ComposedStore;

/**
 * An engine whose first get takes more memory than a small budget allows, of a kind that no limit of the JVM counts. Stores
 * nothing.
 */
public final class HungryEngine implements Engine {
    @Override
    public String version() {
        return "an example";
    }

    @Override
    public Traits traits() {
        return Traits.of("hungry", "Apache-2.0")
                .keeps(Durability.NONE, "keeps nothing")
                .build();
    }

    @Override
    public Store open(StoreSpec spec) {
        return new ComposedStore(HungrySession::new, () -> {});
    }

    /** Each takes 256 KiB, since zlib clears its tables: together four times a budget of 192 MiB. */
    private static final int TAKEN = 3000;

    private static final class HungrySession implements Session {
        private final Deque<Deflater> taken = new ArrayDeque<>();
        private final byte[] value = new byte[100];

        @Override
        public boolean get(long id, Sink sink) {
            while (taken.size() < TAKEN) {
                taken.add(new Deflater());
            }
            sink.value(value, 0, value.length);
            return true;
        }

        @Override
        public void put(long id, int revision) {
            // stores nothing
        }

        @Override
        public void delete(long id) {}
    }
}
