package storemark.engines.tupl;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.EnumSet;
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

/** The storage of TuplDB 1.3. */
final class TuplStorage {
    static final String LICENSE = "Apache-2.0";
    static final String DIRECT_IO = "O_DIRECT, through a page array with aligned buffers; not for the redo log";

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

    static DatabaseConfig configure(DatabaseConfig config, StoreSpec spec, File file, int pageSize)
            throws IOException, GeneralSecurityException {
        // Without JNA, or if that fails, 1.3 would silently use slower pages on the heap: refuse instead.
        config.directPageAccess(true);
        Target target = spec.target();
        if (spec.has("cipher")) {
            config.encrypt(new CipherCrypto(TuplEngine.KEY));
        }
        if (target.device() != null || target.directIo()) {
            config.dataPageArray(TuplPages.open(target, file, pageSize));
        } else if (spec.has("mapped")) {
            config.dataPageArray(MappedPageArray.open(
                    pageSize, TuplEngine.mappedPages(spec), file, EnumSet.of(OpenOption.CREATE, OpenOption.MAPPED)));
        }
        return config;
    }

    /** The size of the pages in use, in bytes. */
    static long pageBytes(Database database) {
        Database.Stats stats = database.stats();
        return stats.totalPages() * stats.pageSize();
    }
}
