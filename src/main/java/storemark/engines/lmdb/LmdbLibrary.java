package storemark.engines.lmdb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import jnr.ffi.LibraryLoader;
import org.lmdbjava.Meta;
import storemark.engine.Unavailable;

/**
 * Which liblmdb this process uses. lmdbjava binds one for good when it is first touched: 0.9, which it bundles or {@code
 * lmdbjava.native.lib} names, or 1.0, which a script builds. Safe to share between threads.
 */
final class LmdbLibrary {
    /** Names LMDB 1.0's library where it is not in its place. */
    static final String VARIABLE = "STOREMARK_LMDB_1_0";

    /** Why LMDB 1.0 cannot be used here, or null when it can. */
    static final String UNAVAILABLE_10 =
            Files.isRegularFile(file()) ? null : "the library of LMDB 1.0 is not built: run scripts/build-lmdb-1.0.sh";

    private static final String LMDBJAVA_PROPERTY = "lmdbjava.native.lib";

    /** True for 1.0, false for 0.9, null before the first use. */
    private static Boolean bound;

    private LmdbLibrary() {}

    /** Asks a library for its version; jnr-ffi needs it to be public. */
    public interface VersionCall {
        /** {@code LMDB 1.0.2: (date)}; the arguments may be 0. */
        String mdb_version(long major, long minor, long patch);
    }

    /** Why the profile ffm is not there where its class for Java 22 was not loaded by the Java that is {@code running}. */
    static String whyNoFfm(int running) {
        return running < 22
                ? "needs Java 22 or newer, this is Java " + running
                : "is left out of a jar that a JDK before 22 has built: build it with 22 or newer";
    }

    /** Where scripts/build-lmdb-1.0.sh puts the library, unless the environment names another place. */
    private static Path file() {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isEmpty()) {
            return Path.of(named).toAbsolutePath();
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache != null && !cache.isEmpty() ? Path.of(cache) : Path.of(System.getProperty("user.home"), ".cache");
        return base.resolve("storemark").resolve("liblmdb-1.0.so").toAbsolutePath();
    }

    /**
     * Makes this process one of LMDB 1.0, or of 0.9.
     *
     * @throws Unavailable when it is the other already, or the library does not load
     */
    static synchronized void bind(boolean version10) throws Unavailable {
        if (bound != null && bound != version10) {
            throw new Unavailable("this process uses LMDB " + (bound ? "1.0" : "0.9")
                    + " already, and a process can use one only: name the one or the other");
        }
        if (bound == null && version10) {
            if (UNAVAILABLE_10 != null) {
                throw new Unavailable(UNAVAILABLE_10);
            }
            System.setProperty(LMDBJAVA_PROPERTY, file().toString());
        }
        bound = version10;
        try {
            Objects.requireNonNull(Meta.version());
        } catch (LinkageError missing) {
            throw new Unavailable(
                    "liblmdb does not load (" + missing.getMessage() + "): "
                            + (version10
                                    ? "run scripts/build-lmdb-1.0.sh again"
                                    : "name one by -D" + LMDBJAVA_PROPERTY + "=FILE"),
                    missing);
        }
    }

    /** The version that lmdbjava's library states; binds this process to LMDB 0.9. */
    static String version09() throws Unavailable {
        bind(false);
        Meta.Version version = Meta.version();
        return "LMDB " + version.major + "." + version.minor + "." + version.patch;
    }

    /** The version that LMDB 1.0's library states, without binding this process to it. */
    static String version10() throws Unavailable {
        if (UNAVAILABLE_10 != null) {
            throw new Unavailable(UNAVAILABLE_10);
        }
        try {
            String said = LibraryLoader.create(VersionCall.class)
                    .load(file().toString())
                    .mdb_version(0, 0, 0);
            return said.split(":", 2)[0];
        } catch (LinkageError missing) {
            throw new Unavailable(
                    "the library of LMDB 1.0 does not load (" + missing.getMessage()
                            + "): run scripts/build-lmdb-1.0.sh again",
                    missing);
        }
    }
}
