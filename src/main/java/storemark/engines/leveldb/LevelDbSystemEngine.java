package storemark.engines.leveldb;

import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engines.StoreFolder;

/** LevelDB in C++, the operating system's library, through its C API. See docs/engines/leveldb-system.md. */
public final class LevelDbSystemEngine extends LevelDb {
    private static final Traits TRAITS = LevelDb.declare("leveldb-system", "BSD-3-Clause", "the system")
            .profile(
                    "tuned",
                    "Bloom filter of 10 bits a key, write buffer of 64 MiB and as many open files as there are")
            .keeps(Durability.POWER, "sync=true: the log is synchronised at each commit")
            .can(Capability.MMAP, "up to 1000 table files, by the library's own choice")
            .build();

    @Override
    public String version() throws Unavailable {
        LevelDbC.require();
        return "LevelDB " + (int) LevelDbC.MAJOR_VERSION.call(0) + "." + (int) LevelDbC.MINOR_VERSION.call(0);
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        LevelDbC.require();
        LevelDb.Memory memory = LevelDb.Memory.of(spec);
        StoreFolder.of(spec, "CURRENT");
        LevelDbSystemStore store = new LevelDbSystemStore(spec, memory);
        return LevelDb.store(spec, () -> new LevelDbSystemSession(store), store::stats, store::close);
    }
}
