import java.nio.file.Files;
import java.nio.file.Path;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engines.Engines;
import storemark.machine.StoreFiles;

/** Puts records by themselves into a settled store, between two system calls that {@code scripts/syscalls.sh} finds: see there. */
class Puts {
    private static final int LOADED = 3000;
    private static final int PUTS = 1000;

    public static void main(String[] args) throws Exception {
        EngineSpec spec = EngineSpec.parse(args[0]);
        Engine engine = Engines.load().of(spec);
        Path directory = Files.createTempDirectory("syscalls");
        StoreSpec how = new StoreSpec(
                Target.directory(directory),
                Durability.valueOf(args[1].toUpperCase()),
                new Records(1, 8, 100, 100, 0),
                LOADED,
                32 << 20,
                1,
                true,
                spec.profiles(engine.traits()),
                spec.settings(engine.traits()));
        engine.check(how);
        try (Store store = engine.open(how)) {
            try (Loader loader = store.loader()) {
                for (int id = 0; id < LOADED; id++) {
                    loader.append(id, 0);
                }
            }
            store.settle();
            try (Session session = store.session()) {
                session.put(0, 1);
                mark("begin");
                for (int put = 0; put < PUTS; put++) {
                    session.put(put * 7 % LOADED, 1);
                }
                mark("end");
            }
        }
        StoreFiles.deleteTree(directory);
    }

    private static void mark(String name) {
        if (Files.exists(Path.of("syscalls-" + name))) {
            throw new IllegalStateException("a file syscalls-" + name + " already exists: delete it");
        }
    }
}
