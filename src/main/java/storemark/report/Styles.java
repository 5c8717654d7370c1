package storemark.report;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import storemark.engine.EngineSpec;

/**
 * How series are told apart. A style is {@code hue + HUES * mark}: {@code looks.js} has that many hues, and a marker, dash and fill for
 * each mark. An engine has one style in all reports, and its profiles have its hue; no two series of a report have the same style. Not
 * thread-safe.
 */
final class Styles {
    /** The control's. */
    static final int CONTROL = -1;

    private static final int HUES = 7;
    /** Those that are often in one chart come first: they differ in hue. */
    private static final List<String> ENGINES =
            List.of(("lmdb tupl rocksdb sqlite je leveldb bdb kyoto-treedb leveldb-java mvstore xodus mapdb "
                            + "chronicle-map h2 wiredtiger files-flat files-nested heap")
                    .split(" "));

    private final Set<Integer> taken = new HashSet<>();

    /** Of one more series of an engine specification. */
    int next(String spec) {
        if (spec.equals(EngineSpec.CONTROL) || spec.startsWith(EngineSpec.CONTROL + ":")) {
            return CONTROL;
        }
        int known = ENGINES.indexOf(spec);
        if (known >= 0 && taken.add(known)) {
            return known;
        }
        int others = (ENGINES.size() + HUES - 1) / HUES * HUES;
        String engine = spec.substring(0, (spec + ':').indexOf(':'));
        int hue = ENGINES.contains(engine) ? ENGINES.indexOf(engine) : spec.hashCode();
        int style = others + Math.floorMod(hue, HUES);
        while (!taken.add(style)) {
            style += HUES;
        }
        return style;
    }
}
