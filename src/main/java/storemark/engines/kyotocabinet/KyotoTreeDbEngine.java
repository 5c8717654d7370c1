package storemark.engines.kyotocabinet;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.nio.file.Path;
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
            .profile("default", "as the library comes: a page cache of 64 MiB")
            .profile("tuned", "its author's advice: linear collision chains, buckets and memory map sized by the data")
            .size("pageSize", "size of a page of the tree (8k)")
            .size("mapSize", "how much of the file to map, 0 for none (64m; all when tuned)")
            .setting("opts", "s for small addresses, l for linear collision chains, sl for both (none; l when tuned)")
            .choice("compression", "of each page", "none", "zlib", "lzo", "lzma")
            .none(Survivors.NONE, "the library's default: changed pages stay in the process's own cache")
            .keeps(PROCESS, "KCOAUTOTRAN: each change is written to the file, through a write-ahead log")
            .keeps(POWER, "KCOAUTOTRAN|KCOAUTOSYNC: and synchronised with the device")
            .can(SCAN, "cursor, kccurjumpkey and kccurget")
            .can(REVERSE_SCAN, "cursor, kccurjumpbackkey and kccurget")
            .can(TRANSACTIONS, "one at a time, read uncommitted; none at durability none")
            .can(CONCURRENT_WRITES, "locks by page at durability none; one writer at a time at the others")
            .can(MMAP, "the file's first 64 MiB, or setting mapSize; the rest by pread and pwrite")
            .cannot("the library opens files only", BLOCK_DEVICE, DIRECT_IO_DEVICE)
            .cannot(ENCRYPTION, "only Arcfour, which is broken: not offered here")
            .can(COMPRESSION, "each page by itself: setting compression")
            .note("keeps neither process nor power: see docs/durability.md")
            .build();

    @Override
    public String version() throws Unavailable {
        return "Kyoto Cabinet " + NativeLibrary.text(LIBRARY.get().KCVERSION().get());
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public void check(StoreSpec spec) throws Unsupported, Unavailable {
        Engine.super.check(spec);
        String options = spec.setting("opts", "");
        if (!options.matches("s?l?")) {
            throw new Unsupported("opts '" + options + "': must be s, l or sl");
        }
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        KyotoCabinet kyoto = LIBRARY.get();
        Path directory = StoreFolder.of(spec, FILE);
        String path = path(spec, directory.resolve(FILE));
        return DirectoryLock.hold(directory, () -> new KyotoTreeDbStore(kyoto, spec, path));
    }

    /** The path with its tuning parameters, as the library's polymorphic database reads them. */
    private static String path(StoreSpec spec, Path file) throws Unsupported {
        if (file.toString().indexOf('#') >= 0) {
            throw new Unsupported(
                    file + ": must not contain '#', which Kyoto Cabinet reads as the start of parameters");
        }
        boolean tuned = spec.has("tuned");
        boolean fits = spec.dataBytes() * 3 / 2 < spec.cacheBytes();
        StringBuilder path = new StringBuilder(file.toString()).append("#rcomp=lex");
        if (!spec.has("default")) {
            path.append("#pccap=").append(tuned && !fits ? DEFAULT_CACHE : spec.cacheBytes());
        }
        String map = spec.settings().get("mapSize");
        if (map != null || tuned) {
            path.append("#msiz=").append(map != null ? Amount.bytes(map) : DEFAULT_MAP + 2 * spec.dataBytes());
        }
        if (tuned) {
            path.append("#bnum=").append(Math.max(DEFAULT_BUCKETS, spec.entries() / 10));
        }
        if (spec.settings().containsKey("pageSize")) {
            path.append("#psiz=").append(Amount.bytes(spec.settings().get("pageSize")));
        }
        String compression = spec.setting("compression", "none");
        boolean compressed = !compression.equals("none");
        if (compressed) {
            path.append("#zcomp=").append(compression);
        }
        String asked = spec.setting("opts", "");
        String options = asked + (tuned && !asked.endsWith("l") ? "l" : "") + (compressed ? "c" : "");
        return path + (options.isEmpty() ? "" : "#opts=" + options);
    }
}
