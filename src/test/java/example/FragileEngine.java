package example;

import java.nio.file.Files;
import java.nio.file.Path;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.ComposedStore;

/** An engine that fails to overwrite while there is a file {@code broken} in the working directory. Stores nothing. */
public final class FragileEngine implements Engine {
    @Override
    public String version() {
        return "an example";
    }

    @Override
    public Traits traits() {
        return Traits.of("fragile", "Apache-2.0")
                .keeps(Durability.NONE, "keeps nothing")
                .build();
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Files.writeString(spec.target().directory().resolve("empty"), "");
        boolean broken = Files.exists(Path.of("broken"));
        return new ComposedStore(() -> new FragileSession(broken), () -> {});
    }

    private static final class FragileSession implements Session {
        private final boolean broken;
        private final byte[] value = new byte[100];

        FragileSession(boolean broken) {
            this.broken = broken;
        }

        @Override
        public boolean get(long id, Sink sink) {
            sink.value(value, 0, value.length);
            return true;
        }

        @Override
        public void put(long id, int revision) {
            if (broken && revision > 0) {
                throw new IllegalStateException("this store is broken");
            }
        }

        @Override
        public void delete(long id) {}
    }
}
