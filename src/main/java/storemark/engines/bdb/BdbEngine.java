package storemark.engines.bdb;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.NONE;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.DirectoryLock;
import storemark.engines.NativeLibrary;
import storemark.engines.StoreFolder;

/** Berkeley DB's B-tree in a private transactional environment, through its C library. See docs/engines/bdb.md. */
public final class BdbEngine implements Engine {
    static final String FILE = "records.db";

    private static final NativeLibrary<BerkeleyDb> LIBRARY =
            new NativeLibrary<>(BerkeleyDb.class, "db-5.3", "apt-get install libdb5.3");

    private static final Traits TRAITS = Traits.of("bdb", "Sleepycat")
            .profile("default", "as the library comes: a cache of 256 KiB")
            .profile("tuned", "a log buffer of 8 MiB and pages of at least four records, as its manuals advise")
            .size("pageSize", "size of a page, a power of two to 64k (the file system's block, mostly 4k)")
            .choice("log", "off has no log, locks or transactions, as a database without an environment", "on", "off")
            .choice("bulk", "off scans upwards by DB_NEXT, one record per call", "on", "off")
            .choice("checksum", "DB_CHKSUM, a CRC of each page", "off", "on")
            .choice("encryption", "DB_ENCRYPT_AES with a fixed password, with checksums", "off", "aes")
            .none(Survivors.SOME, "DB_TXN_NOSYNC: a commit stays in the library's log buffer")
            .keeps(PROCESS, "DB_TXN_WRITE_NOSYNC: a commit writes the log to the system's page cache")
            .keeps(POWER, "the library's default: a commit writes the log and ends with fdatasync")
            .can(SCAN, "cursor, DB_SET_RANGE and DB_NEXT in bulk (DB_MULTIPLE_KEY)")
            .can(REVERSE_SCAN, "cursor, DB_PREV: the library has no bulk form of it")
            .can(TRANSACTIONS, "two-phase locking of pages, serialisable")
            .can(CONCURRENT_WRITES, "locks by page; a deadlock's victim runs again")
            .can(CHECKSUMS, "setting checksum.on")
            .can(ENCRYPTION, "setting encryption.aes")
            .cannot(MMAP, "only for databases opened read-only")
            .cannot("the library opens files only", BLOCK_DEVICE, DIRECT_IO_DEVICE)
            .cannot(DIRECT_IO_FILE, "DB_DIRECT_DB needs a library configured with --enable-o_direct")
            .cannot(COMPRESSION, "only of keys, by their common prefixes: not offered here")
            .build();

    @Override
    public String version() throws Unavailable {
        String version = LIBRARY.get().db_version(0, 0, 0); // "Berkeley DB 5.3.28: (September  9, 2013)"
        return version.substring(0, version.indexOf(':'));
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public void check(StoreSpec spec) throws Unsupported, Unavailable {
        Engine.super.check(spec);
        if (spec.setting("log", "on").equals("off") && (spec.durability() != NONE || spec.threads() > 1)) {
            throw new Unsupported("log.off: must be 1 thread at durability none: without a log there are no locks,"
                    + " and nothing survives a kill");
        }
    }

    @Override
    public String durability(StoreSpec spec) {
        return spec.setting("log", "on").equals("off")
                ? "no log: a change stays in the library's cache until that is full or the store is closed"
                : TRAITS.durability(spec.durability()).how();
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        BerkeleyDb bdb = LIBRARY.get();
        return DirectoryLock.hold(StoreFolder.of(spec, FILE), () -> new BdbStore(bdb, spec));
    }
}
