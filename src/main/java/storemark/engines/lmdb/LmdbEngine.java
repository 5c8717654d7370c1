package storemark.engines.lmdb;

import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.BTreeSpace;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;

/** LMDB through lmdbjava, or through Java's own foreign function interface with {@code :ffm}. See docs/engines/lmdb.md. */
public final class LmdbEngine implements Engine {
    static final String DATABASE = "records";
    static final String DATA_FILE = "data.mdb";
    /** The profile that is another library. */
    static final String VERSION_10 = "1.0";

    private static final String APPEND = "append";
    private static final String FFM = "ffm";
    /** LMDB 1.0 rounds the map of a device up to this before it looks at it. */
    private static final int DEVICE_ALIGNMENT = 2 << 20;
    /** LMDB's own default; more only where more sessions are asked for. */
    private static final int READERS = 126;

    private static final int LOAD_BATCH = 1_000_000;
    /** Of most systems, whose page size LMDB takes; larger pages hold more records a byte. */
    private static final int PAGE_BYTES = 4096;
    /** A node's header, its place in the page's index, and the byte that evens its size. */
    private static final int RECORD_OVERHEAD = 11;
    /** Meta pages, the list of free pages, the lock file. */
    private static final long LEAST_BYTES = 1 << 20;

    private static final Traits TRAITS = Traits.of("lmdb", "OLDAP-2.8 (LMDB), Apache-2.0 (lmdbjava)")
            .profile("writemap", "MDB_WRITEMAP: pages are written through the map, with no copy and no write call")
            .profile("nordahead", "MDB_NORDAHEAD: no read-ahead, as LMDB's manual advises for random reads past memory")
            .profile(APPEND, "MDB_APPEND: a session's records are put behind all others, up to its first that is not")
            .profile(FFM, "the same liblmdb called through Java's FFM instead of JNR", LmdbFfm.UNAVAILABLE)
            .profile("1.0", "LMDB 1.0 in place of 0.9, from a library built by itself", LmdbLibrary.UNAVAILABLE_10)
            .size("mapSize", "size of the memory map in GiB (4 times the data, and 1 GiB at least)")
            .keeps(Durability.NONE, "MDB_NOSYNC|MDB_NOMETASYNC: the system's page cache holds each commit")
            .keeps(Durability.PROCESS, "MDB_NOSYNC|MDB_NOMETASYNC: the system's page cache holds each commit")
            .keeps(Durability.POWER, "LMDB's default: each commit ends with fdatasync and a synchronous meta page")
            .loadSurvives(Durability.PROCESS, "transactions of a million records in key order")
            .can(Capability.SCAN, "cursor, MDB_SET_RANGE and MDB_NEXT")
            .can(Capability.REVERSE_SCAN, "cursor, MDB_PREV")
            .can(Capability.TRANSACTIONS, "copy on write, serialisable")
            .cannot(Capability.CONCURRENT_WRITES, "one writer at a time; others wait")
            .can(Capability.MMAP, "always")
            .can(Capability.BLOCK_DEVICE, "profile 1.0; LMDB 0.9 opens files only", VERSION_10)
            .cannot("reads go through the memory map", DIRECT_IO_FILE, DIRECT_IO_DEVICE)
            .cannot(Capability.CHECKSUMS, "LMDB 1.0 calls a function of the caller's for them, and brings none")
            .cannot(Capability.ENCRYPTION, "LMDB 1.0 calls functions of the caller's for it, and brings none")
            .build();

    @Override
    public String version() throws Unavailable {
        return LmdbLibrary.version09() + binding();
    }

    @Override
    public String version(Set<String> profiles) throws Unavailable {
        return profiles.contains(VERSION_10) ? LmdbLibrary.version10() + binding() : version();
    }

    /** Of all profiles: where it makes no call, as with ffm, it is still what brings the library. */
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
            throw new Unsupported("profile append with ffm: only sessions of lmdbjava append");
        }
        Engine.super.check(spec);
        if (spec.target().device() != null && !spec.has(VERSION_10)) {
            throw new Unsupported("block device: LMDB 0.9 opens files only; profile 1.0 can");
        }
        if (spec.target().device() != null && spec.has("writemap")) {
            throw new Unsupported(
                    "profile writemap on a block device: LMDB 1.0.2 ends the process when it begins a new one");
        }
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
        check(spec); // LMDB does not refuse, but ends the process
        LmdbLibrary.bind(spec.has(VERSION_10));
        Path file = StoreFolder.of(spec, DATA_FILE).resolve(DATA_FILE);
        if (spec.target().device() != null) {
            prepareDevice(spec, file);
        }
        return spec.has(FFM) ? LmdbFfm.open(spec) : new LmdbStore(spec);
    }

    /**
     * LMDB takes whatever is at the device's start for a store unless there are zeros, and puts its lock file beside the name that
     * it is given: so that is a link in our directory, and not one in /dev.
     */
    private static void prepareDevice(StoreSpec spec, Path link) throws IOException {
        Path device = spec.target().device().toRealPath();
        mapBytes(spec); // refuses a device that is too small, before anything is written
        Files.deleteIfExists(link);
        if (spec.create()) {
            try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE)) {
                ByteBuffer zeros = ByteBuffer.allocate(DEVICE_ALIGNMENT);
                while (zeros.hasRemaining()) {
                    channel.write(zeros, zeros.position());
                }
                channel.force(false);
            }
        }
        Files.createSymbolicLink(link, device);
    }

    /** What LMDB opens: the directory, or the link to the device. */
    static Path path(StoreSpec spec) {
        Path directory = spec.target().directory();
        return spec.target().device() == null ? directory : directory.resolve(DATA_FILE);
    }

    /**
     * The size of the map, in bytes: address space only, a file grows as it is filled. On a device it is all that the store may
     * use: what is mapped beyond a device's end is a fault that ends the process.
     */
    static long mapBytes(StoreSpec spec) throws IOException {
        String setting = spec.settings().get("mapSize");
        long wanted = setting == null
                ? (1L << 30) + 4 * spec.dataBytes() + 64 * spec.entries()
                : Long.parseLong(setting) << 30;
        if (spec.target().device() == null) {
            return wanted;
        }
        long room = spec.target().deviceBytes() / DEVICE_ALIGNMENT * DEVICE_ALIGNMENT;
        if (room < 2 * DEVICE_ALIGNMENT || (setting != null && wanted > room)) {
            throw new IOException(
                    spec.target().device() + " is too small for LMDB: it has room for a map of " + room + " bytes");
        }
        return setting == null ? room : wanted;
    }

    static int maxReaders(StoreSpec spec) {
        return Math.max(READERS, spec.threads() + 8);
    }

    private static EnvFlags[] flags(StoreSpec spec) {
        List<EnvFlags> flags = new ArrayList<>();
        if (spec.durability() != Durability.POWER) {
            flags.add(EnvFlags.MDB_NOSYNC);
            flags.add(EnvFlags.MDB_NOMETASYNC);
        }
        if (spec.has("writemap")) {
            flags.add(EnvFlags.MDB_WRITEMAP);
        }
        if (spec.has("nordahead")) {
            flags.add(EnvFlags.MDB_NORDAHEAD);
        }
        return flags.toArray(EnvFlags[]::new);
    }

    private static final class LmdbStore implements Store {
        private final Env<ByteBuffer> env;
        private final Dbi<ByteBuffer> dbi;
        private final Records records;

        private final boolean onDevice;
        private final boolean appends;

        LmdbStore(StoreSpec spec) throws IOException {
            records = spec.records();
            onDevice = spec.target().device() != null;
            appends = spec.has(APPEND);
            env = Env.create(ByteBufferProxy.PROXY_OPTIMAL)
                    .setMapSize(mapBytes(spec))
                    .setMaxDbs(1)
                    .setMaxReaders(maxReaders(spec))
                    .open(path(spec).toFile(), 0664, flags(spec));
            dbi = spec.create() ? env.openDbi(DATABASE, DbiFlags.MDB_CREATE) : env.openDbi(DATABASE);
        }

        @Override
        public Session session() {
            return new LmdbSession(env, dbi, records, appends);
        }

        @Override
        public Loader loader() {
            return Loader.batching(new LmdbSession(env, dbi, records, true), Loader.batch(records, LOAD_BATCH));
        }

        @Override
        public void settle() {
            env.sync(true);
        }

        @Override
        public long bytesOnDisk() {
            return onDevice ? (env.info().lastPageNumber + 1) * env.stat().pageSize : -1;
        }

        @Override
        public void close() {
            dbi.close();
            env.close();
        }
    }
}
