package storemark.engines.lmdb;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.BTreeSpace;
import storemark.engines.ComposedStore;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;

/** LMDB through lmdbjava, or through Java's own foreign function interface with {@code :ffm}. See docs/engines/lmdb.md. */
public final class LmdbEngine implements Engine {
    static final String DATA_FILE = "data.mdb";
    /** The profile that uses another library. */
    static final String VERSION_10 = "1.0";

    private static final String APPEND = "append";
    private static final String FFM = "ffm";
    private static final String READ_TRANSACTION = "readTransaction";
    private static final String KEPT = "kept";
    /** LMDB 1.0 rounds the map of a device up to this, in bytes. */
    private static final int DEVICE_ALIGNMENT = 2 << 20;
    /** LMDB's default; raised only for more sessions. */
    private static final int READERS = 126;

    private static final int LOAD_BATCH = 1_000_000;
    /** Of most systems: LMDB uses their page size. */
    private static final int PAGE_BYTES = 4096;
    /** A node's header, its entry in the page's index, and padding. */
    private static final int RECORD_OVERHEAD = 11;
    /** Meta pages, the list of free pages, the lock file. */
    private static final long LEAST_BYTES = 1 << 20;

    private static final Traits TRAITS = Traits.of("lmdb", "OLDAP-2.8 (LMDB), Apache-2.0 (lmdbjava)")
            .profile("default", "LMDB as it comes: byte strings as keys, and read-ahead whatever the size of the data")
            .profile(
                    "tuned",
                    "writemap and nordahead, without checks of lmdbjava: as its authors and LMDB's have measured it")
            .profile("writemap", "MDB_WRITEMAP: pages are written through the map, with no copy and no write call")
            .profile("nordahead", "MDB_NORDAHEAD: no read-ahead, as LMDB's manual advises for random reads past memory")
            .profile(APPEND, "MDB_APPEND: a session appends records, until one comes that is not the last key")
            .profile(FFM, "the same liblmdb called through Java's FFM instead of JNR", LmdbFfm.UNAVAILABLE)
            .profile("1.0", "LMDB 1.0 instead of 0.9, from a separately built library", LmdbLibrary.UNAVAILABLE_10)
            .choice(
                    READ_TRANSACTION,
                    "kept reads all of a session in one transaction, without what is committed meanwhile, and never writes",
                    "renewed",
                    KEPT)
            .setting("mapSize", "size of the memory map, a whole number of GiB (4 times the data plus 1 GiB)")
            .none(Survivors.ALL, "MDB_NOSYNC|MDB_NOMETASYNC: the system's page cache holds each commit")
            .keeps(PROCESS, "MDB_NOSYNC|MDB_NOMETASYNC: the system's page cache holds each commit")
            .keeps(POWER, "LMDB's default: each commit ends with fdatasync and a synchronous meta page")
            .layout(2)
            .loadSurvives(PROCESS, "transactions of a million records in key order")
            .can(SCAN, "cursor, MDB_SET_RANGE and MDB_NEXT")
            .can(REVERSE_SCAN, "cursor, MDB_PREV")
            .can(TRANSACTIONS, "copy on write, serialisable")
            .cannot(CONCURRENT_WRITES, "one writer at a time; others wait")
            .can(MMAP, "always")
            .can(BLOCK_DEVICE, "profile 1.0; LMDB 0.9 opens files only", VERSION_10)
            .cannot("reads go through the memory map", DIRECT_IO_FILE, DIRECT_IO_DEVICE)
            .cannot(CHECKSUMS, "LMDB 1.0 calls a function of the caller's for them, and brings none")
            .cannot(ENCRYPTION, "LMDB 1.0 calls functions of the caller's for it, and brings none")
            .build();

    @Override
    public String version() throws Unavailable {
        return LmdbLibrary.version09() + binding();
    }

    @Override
    public String version(Set<String> profiles) throws Unavailable {
        return profiles.contains(VERSION_10) ? LmdbLibrary.version10() + binding() : version();
    }

    /** With every profile: also ffm uses the library that lmdbjava brings. */
    private static String binding() {
        return ", lmdbjava " + LibraryVersion.of(Env.class, "org.lmdbjava", "lmdbjava");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public void check(StoreSpec spec) throws Unsupported, Unavailable {
        if (spec.has(APPEND) && spec.has(FFM)) {
            throw new Unsupported("profile append with ffm: only lmdbjava's sessions append");
        }
        if (keepsReadTransaction(spec) && spec.has(FFM)) {
            throw new Unsupported("readTransaction.kept with ffm: only lmdbjava's sessions keep one");
        }
        Engine.super.check(spec);
        String map = spec.setting("mapSize", "1");
        if (!map.matches("[1-9][0-9]{0,5}")) {
            throw new Unsupported("mapSize '" + map + "': must be a whole number of GiB, such as 64");
        }
        if (onDevice(spec) && !spec.has(VERSION_10)) {
            throw new Unsupported("block device: LMDB 0.9 opens files only; profile 1.0 can");
        }
        if (onDevice(spec) && writesThroughMap(spec)) {
            throw new Unsupported(
                    "MDB_WRITEMAP on a block device: LMDB 1.0.2 crashes the process when it creates a store");
        }
    }

    private static boolean keepsReadTransaction(StoreSpec spec) {
        return spec.setting(READ_TRANSACTION, "").equals(KEPT);
    }

    static boolean onDevice(StoreSpec spec) {
        return spec.target().device() != null;
    }

    @Override
    public long diskBytes(StoreSpec spec) {
        return BTreeSpace.written(spec, PAGE_BYTES, RECORD_OVERHEAD) + LEAST_BYTES;
    }

    @Override
    public long loadedBytes(StoreSpec spec) {
        return BTreeSpace.loaded(spec, PAGE_BYTES, RECORD_OVERHEAD) + LEAST_BYTES;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        check(spec); // LMDB does not refuse, but crashes the process
        if (spec.has("tuned")) {
            System.setProperty(Env.DISABLE_CHECKS_PROP, "true"); // read once, when the class is initialized
        }
        LmdbLibrary.bind(spec.has(VERSION_10));
        Path file = spec.target().directory().resolve(DATA_FILE);
        if (onDevice(spec) && !spec.create() && Files.isSymbolicLink(file)) {
            link(spec, file); // the device may have had another name when the store was made
        }
        StoreFolder.of(spec, DATA_FILE);
        if (onDevice(spec) && spec.create()) {
            link(spec, file);
            Files.write(file, new byte[DEVICE_ALIGNMENT], StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
        }
        return spec.has(FFM) ? LmdbFfm.open(spec) : openByLmdbjava(spec);
    }

    /**
     * LMDB takes anything at the start of a device but zeros for a store, and creates its lock file beside the path that it is
     * given: so that path is a link in our directory, not one in /dev.
     */
    private static void link(StoreSpec spec, Path link) throws IOException {
        Path device = spec.target().device().toRealPath();
        mapBytes(spec); // refuses a device that is too small, before anything is written
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, device);
        try (FileChannel folder = FileChannel.open(link.getParent(), StandardOpenOption.READ)) {
            folder.force(true); // LMDB synchronises the device, which without the link is no store
        }
    }

    /** What LMDB opens: the directory, or the link to the device. */
    static Path path(StoreSpec spec) {
        Path directory = spec.target().directory();
        return onDevice(spec) ? directory.resolve(DATA_FILE) : directory;
    }

    /**
     * The size of the map, in bytes: address space only; a file grows as it is filled. On a device it is all that the store may
     * use: access beyond the end of a device crashes the process.
     */
    static long mapBytes(StoreSpec spec) throws IOException {
        String asked = spec.settings().get("mapSize");
        long wanted =
                asked == null ? (1L << 30) + 4 * spec.dataBytes() + 64 * spec.entries() : Long.parseLong(asked) << 30;
        if (!onDevice(spec)) {
            return wanted;
        }
        long room = spec.target().deviceBytes() / DEVICE_ALIGNMENT * DEVICE_ALIGNMENT;
        if (room < 2 * DEVICE_ALIGNMENT || (asked != null && wanted > room)) {
            throw new IOException(
                    spec.target().device() + " is too small for LMDB: it has room for a map of " + room + " bytes");
        }
        return asked == null ? room : wanted;
    }

    static int maxReaders(StoreSpec spec) {
        return Math.max(READERS, spec.threads() + 8);
    }

    static EnvFlags[] flags(StoreSpec spec) {
        Set<EnvFlags> flags = EnumSet.noneOf(EnvFlags.class);
        if (spec.durability() != Durability.POWER) {
            flags.addAll(EnumSet.of(EnvFlags.MDB_NOSYNC, EnvFlags.MDB_NOMETASYNC));
        }
        if (writesThroughMap(spec)) {
            flags.add(EnvFlags.MDB_WRITEMAP);
        }
        boolean pastMemory = !spec.has("default") && spec.dataBytes() > spec.cacheBytes();
        if (spec.has("nordahead") || spec.has("tuned") || pastMemory) {
            flags.add(EnvFlags.MDB_NORDAHEAD);
        }
        return flags.toArray(EnvFlags[]::new);
    }

    private static boolean writesThroughMap(StoreSpec spec) {
        return spec.has("writemap") || spec.has("tuned");
    }

    /** Whether keys are integers in the machine's byte order. */
    static boolean hasIntegers(StoreSpec spec) {
        return spec.records().keyBytes() == Long.BYTES && !spec.has("default");
    }

    /** Of the one database, which has no name: a named one is a record of it, and each commit writes one more page. */
    static DbiFlags[] databaseFlags(StoreSpec spec) {
        return hasIntegers(spec)
                ? new DbiFlags[] {DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY}
                : new DbiFlags[] {DbiFlags.MDB_CREATE};
    }

    static Loader loader(Session appending, StoreSpec spec) {
        return Loader.batching(appending, Loader.batch(spec.records(), LOAD_BATCH));
    }

    private static Store openByLmdbjava(StoreSpec spec) throws IOException {
        Env<ByteBuffer> env = Env.create(ByteBufferProxy.PROXY_OPTIMAL)
                .setMapSize(mapBytes(spec))
                .setMaxReaders(maxReaders(spec))
                .open(path(spec).toFile(), 0664, flags(spec));
        Dbi<ByteBuffer> dbi = env.openDbi((byte[]) null, databaseFlags(spec));
        return new ComposedStore(() -> session(env, dbi, spec), () -> {
                    dbi.close();
                    env.close();
                })
                .loadedBy(() -> loader(new LmdbSession(env, dbi, spec, true), spec))
                .settledBy(() -> env.sync(true))
                .sizedBy(() -> onDevice(spec) ? (env.info().lastPageNumber + 1) * env.stat().pageSize : -1);
    }

    private static Session session(Env<ByteBuffer> env, Dbi<ByteBuffer> dbi, StoreSpec spec) {
        LmdbSession session = new LmdbSession(env, dbi, spec, spec.has(APPEND));
        return keepsReadTransaction(spec) ? new LmdbReadOnlySession(session) : session;
    }
}
