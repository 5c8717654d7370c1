package storemark.engines.lmdb;

import java.io.IOException;
import storemark.engine.Store;
import storemark.engine.StoreSpec;

/** Calls liblmdb through FFM. Nothing is loaded before a store is opened: which library it is may depend on the store. */
final class LmdbFfm {
    static final String UNAVAILABLE = null;

    private LmdbFfm() {}

    static Store open(StoreSpec spec) throws IOException {
        return new LmdbFfmStore(spec);
    }
}
