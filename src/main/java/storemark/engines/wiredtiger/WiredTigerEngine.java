package storemark.engines.wiredtiger;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engines.DirectoryLock;
import storemark.engines.NativeLibrary;
import storemark.engines.StoreFolder;

/** WiredTiger's B-tree, the operating system's library, through its C API. See docs/engines/wiredtiger.md. */
public final class WiredTigerEngine implements Engine {
    static final String TABLE = "records";

    private static final NativeLibrary<WiredTigerC> LIBRARY =
            new NativeLibrary<>(WiredTigerC.class, "wiredtiger", "apt-get install libwiredtiger0");

    private static final Traits TRAITS = Traits.of("wiredtiger", "GPL-2.0-only OR GPL-3.0-only")
            .profile("default", "as the library comes: a cache of 100 MB")
            .profile("tuned", "as its authors' own database sets it: 4 threads that evict, pages of 10 MB in memory")
            .setting("pageSize", "largest leaf page on disk, a power of two (32k)")
            .choice("compression", "of pages, by the library's own extensions", "none", "snappy", "zlib")
            .none(
                    Survivors.NONE,
                    "no log, the library's default: commits survive from the next checkpoint on, one per minute")
            .keeps(Durability.PROCESS, "transaction_sync method none: each commit is written to the log")
            .keeps(Durability.POWER, "transaction_sync method fsync: the log is synchronised at each commit")
            .can(Capability.SCAN, "cursor, search_near and next")
            .can(Capability.REVERSE_SCAN, "cursor, search_near and prev")
            .can(Capability.TRANSACTIONS, "snapshot isolation; a transaction that meets another's change is run again")
            .can(Capability.CONCURRENT_WRITES, "lists of changes below each page, which take no lock")
            .can(Capability.CHECKSUMS, "always: CRC32C of each block, checked whenever it is read from its file")
            .can(Capability.COMPRESSION, "setting compression.snappy or compression.zlib")
            .can(Capability.DIRECT_IO_FILE, "direct_io=[data]; not for the log")
            .cannot(Capability.MMAP, "only for checkpoints that are opened by name, to be read")
            .cannot(Capability.ENCRYPTION, "it calls functions of the caller's for it, and brings none")
            .cannot("the library opens files only", BLOCK_DEVICE, DIRECT_IO_DEVICE)
            .build();

    /** The library, of a version whose structures are those that {@link Method} knows. */
    private static WiredTigerC library() throws Unavailable {
        WiredTigerC library = LIBRARY.get();
        String version = version(library);
        if (!version.startsWith("3.2.")) {
            throw new Unavailable("libwiredtiger is of version " + version
                    + ", and its structures are known for 3.2 only: install libwiredtiger0 of Debian 12");
        }
        return library;
    }

    private static String version(WiredTigerC library) {
        ByteBuffer parts = ByteBuffer.allocateDirect(3 * Integer.BYTES).order(ByteOrder.nativeOrder());
        long at = NativeLibrary.address(parts);
        library.wiredtiger_version(at, at + Integer.BYTES, at + 2 * Integer.BYTES);
        return parts.getInt(0) + "." + parts.getInt(4) + "." + parts.getInt(8);
    }

    @Override
    public String version() throws Unavailable {
        return "WiredTiger " + version(library());
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public long diskBytes(StoreSpec spec) {
        return Engine.super.diskBytes(spec) + (spec.durability() == Durability.NONE ? 0 : WiredTigerStore.LOG_BYTES);
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        WiredTigerC library = library();
        return DirectoryLock.hold(StoreFolder.of(spec, TABLE + ".wt"), () -> new WiredTigerStore(library, spec));
    }
}
