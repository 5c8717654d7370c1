package storemark.engines;

import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;

/** A file a record, in three levels of sixteen folders each. See docs/engines/files.md. */
public final class FilesNestedEngine implements Engine {
    private static final Traits TRAITS = FilesStore.traits();

    @Override
    public String name() {
        return "files-nested";
    }

    @Override
    public String version() {
        return FilesStore.version();
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        return new FilesStore(spec, 3);
    }
}
