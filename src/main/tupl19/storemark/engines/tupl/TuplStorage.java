package storemark.engines.tupl;

import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;

import java.io.File;
import java.io.IOException;
import java.util.EnumSet;
import java.util.zip.CRC32C;
import javax.crypto.spec.SecretKeySpec;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.diag.DatabaseStats;
import org.cojen.tupl.ext.CipherCrypto;
import org.cojen.tupl.io.MappedPageArray;
import org.cojen.tupl.io.OpenOption;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Traits;
import storemark.engine.Unsupported;

/** The storage of TuplDB 1.9. */
final class TuplStorage {
    static final String LICENSE = "AGPL-3.0-only";
    static final String DIRECT_IO = "O_DIRECT, by the library itself; not for the redo log";

    private static final int CIPHER_BITS = 128;

    private static final String CHECKPOINT_THREADS = "checkpointThreads";

    private TuplStorage() {}

    static Traits.Builder declare(Traits.Builder traits) {
        return traits.profile("crc", "CRC32C of each page, written with it and checked when it is read")
                .setting(CHECKPOINT_THREADS, "threads that write a checkpoint, 1 to 15 (1)")
                .can(CHECKSUMS, "profile crc", "crc")
                .cannot(COMPRESSION, "TuplDB has it by page, this adapter does not offer it");
    }

    /** TuplDB takes a negative number for threads per CPU, and has no limit. */
    static void check(StoreSpec spec) throws Unsupported {
        String threads = spec.setting(CHECKPOINT_THREADS, "1");
        if (!threads.matches("[1-9]|1[0-5]")) {
            throw new Unsupported(CHECKPOINT_THREADS + " of " + threads + ": must be between 1 and 15");
        }
    }

    static DatabaseConfig configure(DatabaseConfig config, StoreSpec spec, File file, int pageSize) throws IOException {
        Target target = spec.target();
        config.maxCheckpointThreads(Integer.parseInt(spec.setting(CHECKPOINT_THREADS, "1")));
        if (spec.has("cipher")) {
            config.encrypt(CipherCrypto.factory(new SecretKeySpec(TuplEngine.KEY, "AES"), CIPHER_BITS));
        }
        if (spec.has("crc")) {
            config.checksumPages(CRC32C::new);
        }
        if (target.device() != null || target.directIo()) {
            config.dataPageArray(TuplPages.open(target, file, pageSize));
        } else if (spec.has("mapped")) {
            config.dataPageArray(MappedPageArray.factory(
                    pageSize,
                    TuplEngine.mappedPages(spec),
                    file,
                    EnumSet.of(OpenOption.CREATE, OpenOption.MAPPED, OpenOption.RANDOM_ACCESS)));
        }
        return config;
    }

    /** The size of the pages in use, in bytes. */
    static long pageBytes(Database database) {
        DatabaseStats stats = database.stats();
        return stats.totalPages * stats.pageSize;
    }
}
