package storemark.engines;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;

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
            throw new IllegalArgumentException("no engine '" + spec.name() + "': did you mean '" + nearest(spec.name())
                    + "'? There are " + String.join(", ", byName.keySet()));
        }
        return engine;
    }

    private String nearest(String name) {
        return byName.keySet().stream()
                .min(Comparator.comparingInt(candidate -> distance(candidate, name)))
                .orElseThrow();
    }

    /** Levenshtein's distance. */
    private static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int at = 0; at <= right.length(); at++) {
            previous[at] = at;
        }
        for (int row = 1; row <= left.length(); row++) {
            int[] current = new int[right.length() + 1];
            current[0] = row;
            for (int at = 1; at <= right.length(); at++) {
                int replaced = previous[at - 1] + (left.charAt(row - 1) == right.charAt(at - 1) ? 0 : 1);
                current[at] = Math.min(replaced, 1 + Math.min(previous[at], current[at - 1]));
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
