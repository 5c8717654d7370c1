package storemark.engines.kyotocabinet;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engines.NativeLibrary.MEMORY;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.DirectoryLock;
import storemark.engines.NativeLibrary;
import storemark.engines.StoreFolder;
import storemark.text.Amount;

/** Kyoto Cabinet's TreeDB, a B+ tree over a hash file, through its C API. See docs/engines/kyoto-treedb.md. */
public final class KyotoTreeDbEngine implements Engine {
    private static final String FILE = "records.kct";
    private static final long DEFAULT_CACHE = 64L << 20;
    private static final long DEFAULT_MAP = 64L << 20;
    private static final long DEFAULT_BUCKETS = 64L << 10;
    private static final NativeLibrary<KyotoCabinet> LIBRARY =
            new NativeLibrary<>(KyotoCabinet.class, "kyotocabinet", "apt-get install libkyotocabinet16v5");

    private static final Traits TRAITS = Traits.of("kyoto-treedb", "GPL-3.0-or-later")
            .profile("tuned", "its author's advice: linear collision chains, buckets and memory map sized by the data")
            .size("pageSize", "size of a page of the tree (8k)")
            .size("mapSize", "how much of the file to map, 0 for none (64m; all of it when tuned)")
            .setting("opts", "s for small addresses, l for linear collision chains, or sl (none; l when tuned)")
            .choice("compression", "of each page", "none", "zlib", "lzo", "lzma")
            .keeps(Durability.NONE, "the library's default: changed pages stay in the process's own cache")
            .keeps(Durability.PROCESS, "KCOAUTOTRAN: each change is written to the file, through a write-ahead log")
            .keeps(Durability.POWER, "KCOAUTOTRAN|KCOAUTOSYNC: and synchronised with the device")
            .can(Capability.SCAN, "cursor, kccurjumpkey and kccurget")
            .can(Capability.REVERSE_SCAN, "cursor, kccurjumpbackkey and kccurget")
            .can(Capability.TRANSACTIONS, "one at a time, read uncommitted; none at durability none")
            .can(Capability.CONCURRENT_WRITES, "locks by page at durability none; one writer at a time at the others")
            .can(Capability.MMAP, "the file's first 64 MiB, or setting mapSize; the rest by pread and pwrite")
            .cannot("the library opens files only", BLOCK_DEVICE, DIRECT_IO_DEVICE)
            .cannot(Capability.ENCRYPTION, "only Arcfour, which is broken: not offered here")
            .can(Capability.COMPRESSION, "each page by itself: setting compression")
            .build();

    @Override
    public String version() throws Unavailable {
        byte[] version =
                MEMORY.getZeroTerminatedByteArray(LIBRARY.get().KCVERSION().get());
        return "Kyoto Cabinet " + new String(version, StandardCharsets.US_ASCII);
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        KyotoCabinet kyoto = LIBRARY.get();
        Path directory = StoreFolder.of(spec, FILE);
        String path = path(spec, directory.resolve(FILE));
        return DirectoryLock.hold(directory, lock -> new KyotoTreeDbStore(kyoto, spec, path, lock));
    }

    /** The path with its tuning parameters, as the library's polymorphic database reads them. */
    private static String path(StoreSpec spec, Path file) throws Unsupported {
        if (file.toString().indexOf('#') >= 0) {
            throw new Unsupported(file + ": Kyoto Cabinet takes what follows a # in a path for parameters");
        }
        boolean tuned = spec.has("tuned");
        boolean fits = spec.dataBytes() * 3 / 2 < spec.cacheBytes();
        StringBuilder path = new StringBuilder(file.toString()).append("#rcomp=lex");
        path.append("#pccap=").append(tuned && !fits ? DEFAULT_CACHE : spec.cacheBytes());
        String map = spec.settings().get("mapSize");
        if (map != null) {
            path.append("#msiz=").append(Amount.bytes(map));
        } else if (tuned) {
            path.append("#msiz=").append(DEFAULT_MAP + 2 * spec.dataBytes());
        }
        if (tuned) {
            path.append("#bnum=").append(Math.max(DEFAULT_BUCKETS, spec.entries() / 10));
        }
        String pageSize = spec.settings().get("pageSize");
        if (pageSize != null) {
            path.append("#psiz=").append(Amount.bytes(pageSize));
        }
        String compression = spec.setting("compression", "none");
        boolean compressed = !compression.equals("none");
        if (compressed) {
            path.append("#zcomp=").append(compression);
        }
        String asked = spec.setting("opts", "");
        if (!asked.matches("s?l?")) {
            throw new Unsupported("opts '" + asked + "': there are s, l and sl");
        }
        String options = asked + (tuned && !asked.endsWith("l") ? "l" : "") + (compressed ? "c" : "");
        return options.isEmpty()
                ? path.toString()
                : path.append("#opts=").append(options).toString();
    }
}
