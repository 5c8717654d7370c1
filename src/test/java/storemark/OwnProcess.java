package storemark;

import java.util.Optional;
import storemark.engine.EngineSpec;

/**
 * lmdbjava binds one library for the life of a process, so LMDB 1.0 is tested by an execution of its own in pom.xml, which names it
 * by {@code storemark.test.engines}.
 */
public final class OwnProcess {
    private OwnProcess() {}

    /** What {@code -Dstoremark.test.engines=lmdb,lmdb:1.0+ffm} names, or null when it names nothing. */
    public static String named() {
        return System.getProperty("storemark.test.engines");
    }

    /** Why {@code spec} is not tested in this process, or empty when it is. */
    public static Optional<String> whyNotHere(EngineSpec spec) {
        boolean own = spec.name().equals("lmdb") && spec.options().contains("1.0");
        return own && (named() == null || !named().contains("lmdb:1.0"))
                ? Optional.of("LMDB 1.0 is tested in a process of its own")
                : Optional.empty();
    }
}
