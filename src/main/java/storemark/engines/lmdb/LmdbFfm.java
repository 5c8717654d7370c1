package storemark.engines.lmdb;

import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Unavailable;

/** Replaces the class of the same name that uses FFM: on Java before 22, and in a jar that such a Java has built. */
final class LmdbFfm {
    static final String UNAVAILABLE = LmdbLibrary.whyNoFfm(Runtime.version().feature());

    private LmdbFfm() {}

    /** As in the class that it replaces. */
    @SuppressWarnings("DoNotCallSuggester")
    static Store open(StoreSpec spec) throws Unavailable {
        throw new Unavailable("lmdb:ffm on " + spec.target().directory() + " " + UNAVAILABLE);
    }
}
