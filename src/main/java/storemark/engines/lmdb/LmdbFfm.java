package storemark.engines.lmdb;

import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Unavailable;

/** Stands in on Java before 22, or in a jar that such a Java has built, for the class of the same name that uses FFM. */
final class LmdbFfm {
    static final String UNAVAILABLE = LmdbLibrary.whyNoFfm(Runtime.version().feature());

    private LmdbFfm() {}

    /** As the real class has it, so that callers need not know which of the two was loaded. */
    @SuppressWarnings("DoNotCallSuggester")
    static Store open(StoreSpec spec) throws Unavailable {
        throw new Unavailable("lmdb:ffm on " + spec.target().directory() + " " + UNAVAILABLE);
    }
}
