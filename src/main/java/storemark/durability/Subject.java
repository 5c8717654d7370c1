package storemark.durability;

import java.nio.file.Path;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.StoreSpec;
import storemark.engine.Target;

/**
 * An engine at a level of durability: what is cut.
 *
 * @param spec as named on the command line
 * @param engine that it names
 * @param durability that its stores are opened with
 */
public record Subject(EngineSpec spec, Engine engine, Durability durability) {
    /** Small, so that engines with a cache of their own have to write pages before they are asked to. */
    private static final long CACHE_BYTES = 32L << 20;

    /** A store that is not opened: what an engine is asked about it in advance. */
    StoreSpec imagined(Script script) {
        return store(target(Path.of("."), spec.onDevice() ? Path.of("/dev/loop0") : null), script, true);
    }

    /** @param device null for none */
    Target target(Path directory, Path device) {
        return new Target(directory, device, spec.direct());
    }

    StoreSpec store(Target target, Script script, boolean create) {
        return new StoreSpec(
                target,
                durability,
                script.records(),
                script.entries(),
                CACHE_BYTES,
                script.threads() + 1,
                create,
                spec.profiles(engine.traits()),
                spec.settings(engine.traits()));
    }

    @Override
    public String toString() {
        return spec + " at " + durability.label();
    }
}
