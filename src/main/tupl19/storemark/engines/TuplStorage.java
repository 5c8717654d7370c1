package storemark.engines;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Properties;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.io.MappedPageArray;
import org.cojen.tupl.io.OpenOption;
import storemark.engine.Capability;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;

/** How TuplDB 1.9 is told where its pages live. */
final class TuplStorage {
    static final String LICENSE = "AGPL-3.0-only";

    private TuplStorage() {}

    static Traits.Builder declare(Traits.Builder traits) {
        return traits.profile("mapped", "MappedPageArray: pages are a memory map of a fixed size, with no cache")
                .can(Capability.MMAP, "profile mapped");
    }

    /** The version that the library's own jar states. */
    static String version() throws Unavailable {
        try (InputStream in = Database.class.getResourceAsStream("/META-INF/maven/org.cojen/tupl/pom.properties")) {
            if (in == null) {
                throw new Unavailable("TuplDB is on the class path without the pom.properties that states its version");
            }
            Properties stated = new Properties();
            stated.load(in);
            return stated.getProperty("version");
        } catch (IOException unreadable) {
            throw new Unavailable("TuplDB's pom.properties cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    static DatabaseConfig configure(DatabaseConfig config, StoreSpec spec, int pageSize) {
        if (spec.has("mapped")) {
            File file = new File(spec.target().directory().toFile(), TuplEngine.BASE_FILE + ".db");
            config.dataPageArray(MappedPageArray.factory(
                    pageSize, pages(spec, pageSize), file, EnumSet.of(OpenOption.CREATE, OpenOption.MAPPED)));
        }
        return config;
    }

    /** The map's fixed size: room for four times the data, and 1 GiB at least. The file is sparse. */
    private static long pages(StoreSpec spec, int pageSize) {
        return ((1L << 30) + 4 * spec.dataBytes() + 64 * spec.entries()) / pageSize;
    }
}
