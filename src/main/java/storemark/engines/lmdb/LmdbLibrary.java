package storemark.engines.lmdb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import jnr.ffi.LibraryLoader;
import org.lmdbjava.Meta;
import storemark.engine.Unavailable;

/**
 * Which liblmdb this process uses. lmdbjava binds one for good at its first use: 0.9, which it bundles or {@code
 * lmdbjava.native.lib} names, or 1.0, which a script builds. Safe to share between threads.
 */
final class LmdbLibrary {
    /** The environment variable that names LMDB 1.0's library if it is elsewhere. */
    static final String VARIABLE = "STOREMARK_LMDB_1_0";

    /** Why LMDB 1.0 cannot be used here, or null if it can. */
    static final String UNAVAILABLE_10 =
            Files.isRegularFile(file()) ? null : "the library of LMDB 1.0 is not built: run scripts/build-lmdb-1.0.sh";

    private static final String REBUILD = "run scripts/build-lmdb-1.0.sh again";

    private static final String LMDBJAVA_PROPERTY = "lmdbjava.native.lib";

    /** True for 1.0, false for 0.9, null before the first use. */
    private static Boolean bound;

    private LmdbLibrary() {}

    /** Asks a library for its version; jnr-ffi needs it to be public. */
    public interface VersionCall {
        /** {@code LMDB 1.0.2: (date)}; the arguments may be 0. */
        String mdb_version(long major, long minor, long patch);
    }

    /** Why Java {@code running} has not loaded the class for Java 22 that the profile ffm needs. */
    static String whyNoFfm(int running) {
        return running < 22
                ? "needs Java 22 or newer, this is Java " + running
                : "is missing in a jar that a JDK before 22 has built: build it with 22 or newer";
    }

    /** Where scripts/build-lmdb-1.0.sh puts the library, unless the environment names another place. */
    private static Path file() {
        String named = variable(VARIABLE, null);
        return named != null
                ? Path.of(named).toAbsolutePath()
                : Path.of(variable("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache"))
                        .resolve("storemark/liblmdb-1.0.so")
                        .toAbsolutePath();
    }

    private static String variable(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    /**
     * Binds this process to LMDB 1.0, or to 0.9. The caller has checked that the library of 1.0 is there.
     *
     * @throws Unavailable if it already uses the other, or the library does not load
     */
    static synchronized void bind(boolean version10) throws Unavailable {
        if (bound != null && bound != version10) {
            throw new Unavailable(
                    "this process already uses LMDB " + (bound ? "1.0" : "0.9") + ", and a process can use only one");
        }
        if (bound == null && version10) {
            System.setProperty(LMDBJAVA_PROPERTY, file().toString());
        }
        bound = version10;
        try {
            Objects.requireNonNull(Meta.version());
        } catch (LinkageError missing) {
            String remedy = version10 ? REBUILD : "name one by -D" + LMDBJAVA_PROPERTY + "=FILE";
            throw new Unavailable("liblmdb does not load (" + missing.getMessage() + "): " + remedy, missing);
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
            VersionCall library = LibraryLoader.create(VersionCall.class).load(file().toString());
            return library.mdb_version(0, 0, 0).split(":", 2)[0];
        } catch (LinkageError missing) {
            throw new Unavailable("LMDB 1.0 does not load (" + missing.getMessage() + "): " + REBUILD, missing);
        }
    }
}
