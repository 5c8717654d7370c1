package storemark.engines.tupl;

import java.io.File;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.zip.CRC32C;
import javax.crypto.spec.SecretKeySpec;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.diag.DatabaseStats;
import org.cojen.tupl.ext.CipherCrypto;
import org.cojen.tupl.io.MappedPageArray;
import org.cojen.tupl.io.OpenOption;
import storemark.engine.Capability;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Traits;
import storemark.engine.Unsupported;

/** How TuplDB 1.9 is told where its pages live. */
final class TuplStorage {
    static final String LICENSE = "AGPL-3.0-only";
    static final String DIRECT_IO = "O_DIRECT, by the library itself; not for the redo log";
    /** Profiles that change each page on its way to the file. */
    static final List<String> PAGE_CODERS = List.of("cipher", "crc");

    private static final int CIPHER_BITS = 128;

    private static final String CHECKPOINT_THREADS = "checkpointThreads";

    private TuplStorage() {}

    static Traits.Builder declare(Traits.Builder traits) {
        return traits.profile("crc", "CRC32C of each page, written with it and checked when it is read")
                .setting(CHECKPOINT_THREADS, "threads that write a checkpoint, 1 to 15 (1)")
                .can(Capability.CHECKSUMS, "profile crc", "crc")
                .cannot(Capability.COMPRESSION, "TuplDB has it by page, this adapter does not offer it");
    }

    /** TuplDB takes a negative number for as many threads a CPU, and would make any number of them. */
    static void check(StoreSpec spec) throws Unsupported {
        String threads = spec.settings().getOrDefault(CHECKPOINT_THREADS, "1");
        if (!threads.matches("[1-9]|1[0-5]")) {
            throw new Unsupported(CHECKPOINT_THREADS + " of " + threads + ": 1 to 15 are offered");
        }
    }

    static DatabaseConfig configure(DatabaseConfig config, StoreSpec spec, int pageSize) throws IOException {
        Target target = spec.target();
        File file = new File(target.directory().toFile(), TuplEngine.BASE_FILE + ".db");
        config.maxCheckpointThreads(Integer.parseInt(spec.settings().getOrDefault(CHECKPOINT_THREADS, "1")));
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
                    pages(spec, pageSize),
                    file,
                    EnumSet.of(OpenOption.CREATE, OpenOption.MAPPED, OpenOption.RANDOM_ACCESS)));
        }
        return config;
    }

    /** The pages that the database has taken into use, in bytes. */
    static long pageBytes(Database database) {
        DatabaseStats stats = database.stats();
        return stats.totalPages * stats.pageSize;
    }

    /** The map's fixed size: room for four times the data, and 1 GiB at least. The file is sparse. */
    private static long pages(StoreSpec spec, int pageSize) {
        return ((1L << 30) + 4 * spec.dataBytes() + 64 * spec.entries()) / pageSize;
    }
}
