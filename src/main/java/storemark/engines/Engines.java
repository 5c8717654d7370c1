package storemark.engines;

import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.text.Nearest;

/** The engines on the class path, ours and anybody's, as {@link ServiceLoader} finds them. */
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

    /** Finds the engines; none of their libraries is loaded by that. */
    public static Engines load() {
        return new Engines();
    }

    /** All engines in order of their names. */
    public List<Engine> all() {
        return List.copyOf(byName.values());
    }

    /**
     * The engine that {@code spec} names.
     *
     * @throws IllegalArgumentException with the nearest right name, when there is no such engine
     */
    public Engine of(EngineSpec spec) {
        Engine engine = byName.get(spec.name());
        if (engine == null) {
            throw new IllegalArgumentException("no engine '" + spec.name() + "': did you mean '"
                    + Nearest.of(spec.name(), byName.keySet()) + "'? There are " + String.join(", ", byName.keySet()));
        }
        return engine;
    }
}
