package storemark.engines.tupl;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.EnumSet;
import java.util.List;
import org.cojen.tupl.CipherCrypto;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.io.MappedPageArray;
import org.cojen.tupl.io.OpenOption;
import storemark.engine.Capability;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Traits;
import storemark.engine.Unsupported;

/** How TuplDB 1.3 is told where its pages live. */
final class TuplStorage {
    static final String LICENSE = "Apache-2.0";
    static final String DIRECT_IO = "O_DIRECT, through a page array with aligned buffers; not for the redo log";
    /** Profiles that change each page on its way to the file. */
    static final List<String> PAGE_CODERS = List.of("cipher");

    private static final String NEEDS_19 = "needs TuplDB 1.9: build with the Maven profile tupl19";

    private static final String CHECKPOINT_THREADS = "checkpointThreads";

    private TuplStorage() {}

    static Traits.Builder declare(Traits.Builder traits) {
        return traits.profile("crc", "CRC32C of each page", NEEDS_19)
                .setting(CHECKPOINT_THREADS, "threads that write a checkpoint: " + NEEDS_19)
                .cannot(Capability.CHECKSUMS, "not in TuplDB 1.3; profile crc in the Maven build tupl19", "tupl19");
    }

    /** Refuses what another version of the library can do. */
    static void check(StoreSpec spec) throws Unsupported {
        if (spec.settings().containsKey(CHECKPOINT_THREADS)) {
            throw new Unsupported(CHECKPOINT_THREADS + ": " + NEEDS_19);
        }
    }

    static DatabaseConfig configure(DatabaseConfig config, StoreSpec spec, int pageSize)
            throws IOException, GeneralSecurityException {
        // Without JNA, or where it fails, 1.3 would quietly use a slower engine on the heap: better no store than that.
        config.directPageAccess(true);
        Target target = spec.target();
        File file = new File(target.directory().toFile(), TuplEngine.BASE_FILE + ".db");
        if (spec.has("cipher")) {
            config.encrypt(new CipherCrypto(TuplEngine.KEY));
        }
        if (target.device() != null || target.directIo()) {
            config.dataPageArray(TuplPages.open(target, file, pageSize));
        } else if (spec.has("mapped")) {
            config.dataPageArray(MappedPageArray.open(
                    pageSize, pages(spec, pageSize), file, EnumSet.of(OpenOption.CREATE, OpenOption.MAPPED)));
        }
        return config;
    }

    /** The pages that the database has taken into use, in bytes. */
    static long pageBytes(Database database) {
        Database.Stats stats = database.stats();
        return stats.totalPages() * stats.pageSize();
    }

    /** The map's fixed size: room for four times the data, and 1 GiB at least. The file is sparse. */
    private static long pages(StoreSpec spec, int pageSize) {
        return ((1L << 30) + 4 * spec.dataBytes() + 64 * spec.entries()) / pageSize;
    }
}
