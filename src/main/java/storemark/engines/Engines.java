package storemark.engines;

import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.text.Nearest;

/** The engines on the class path, ours and third-party, as {@link ServiceLoader} finds them. */
public final class Engines {
    private final TreeMap<String, Engine> byName = new TreeMap<>();

    private Engines() {
        for (Engine engine : ServiceLoader.load(Engine.class)) {
            Engine other = byName.putIfAbsent(engine.name(), engine);
            if (other != null) {
                throw new IllegalStateException("two engines are named '" + engine.name() + "': "
                        + other.getClass().getName() + " and "
                        + engine.getClass().getName());
            }
        }
    }

    /** Finds the engines without loading their libraries. */
    public static Engines load() {
        return new Engines();
    }

    /** All engines, by name. */
    public List<Engine> all() {
        return List.copyOf(byName.values());
    }

    /**
     * The engine that {@code spec} names.
     *
     * @throws IllegalArgumentException with the most similar name if there is no such engine
     */
    public Engine of(EngineSpec spec) {
        Engine engine = byName.get(spec.name());
        if (engine == null) {
            throw new IllegalArgumentException(
                    "no engine '" + spec.name() + "': " + Nearest.hint(spec.name(), byName.keySet()));
        }
        return engine;
    }
}
