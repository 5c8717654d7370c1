package storemark.engines;

import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Unavailable;

/** Stands in on Java before 22 for the class of the same name that calls liblmdb through FFM. */
final class LmdbFfm {
    static final String UNAVAILABLE =
            "needs Java 22 or newer, this is Java " + Runtime.version().feature();

    private LmdbFfm() {}

    /** As the real class has it, so that callers need not know which of the two was loaded. */
    @SuppressWarnings("DoNotCallSuggester")
    static Store open(StoreSpec spec) throws Unavailable {
        throw new Unavailable("lmdb:ffm on " + spec.target().directory() + " " + UNAVAILABLE);
    }
}
