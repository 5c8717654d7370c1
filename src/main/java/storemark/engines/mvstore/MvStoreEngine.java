package storemark.engines.mvstore;

import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.nio.file.Path;
import org.h2.engine.Constants;
import org.h2.mvstore.MVStore;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engines.StoreFolder;

/** H2's MVStore by its map, without the transactions of its database. See docs/engines/mvstore.md. */
public final class MvStoreEngine implements Engine {
    private static final String FILE = "records.mvstore";

    private static final Traits TRAITS = Traits.of("mvstore", "MPL-2.0 OR EPL-1.0")
            .profile("default", "as the library comes: a cache of 16 MB")
            .choice("compression", "of pages, by the library's compress or compressHigh", "none", "lzf", "deflate")
            .none(Survivors.SOME, "commits of the background thread: each second, or a full write buffer")
            .keeps(PROCESS, "commit() after each batch: the changes are written to the file")
            .keeps(POWER, "commit() and sync() after each batch")
            .layout(2) // longs as keys
            .can(SCAN, "cursor over one version of the map")
            .can(REVERSE_SCAN, "reverse cursor")
            .cannot(TRANSACTIONS, "a put shows at once, and a commit covers all threads' puts")
            .cannot(CONCURRENT_WRITES, "one writer at a time replaces the root of the map")
            .cannot(CHECKSUMS, "of chunks' headers and footers only")
            .can(COMPRESSION, "setting compression.lzf or compression.deflate")
            .cannot(MMAP, "H2's nioMapped file system, this adapter does not offer it")
            .cannot(ENCRYPTION, "MVStore has it, this adapter does not offer it")
            .build();

    @Override
    public String version() {
        return "MVStore " + Constants.VERSION;
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** The cache counts the size of arrays, but not their headers or the pages that hold them. */
    @Override
    public long heapBytes(StoreSpec spec) {
        return (16L << 20) + spec.cacheBytes() * 3;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path file = StoreFolder.of(spec, FILE).resolve(FILE);
        MVStore.Builder builder = new MVStore.Builder().fileName(file.toString());
        if (!spec.has("default")) {
            builder.cacheSize((int) Math.min(Integer.MAX_VALUE, spec.cacheBytes() >> 20));
        }
        String compression = spec.setting("compression", "none");
        if (compression.equals("lzf")) {
            builder.compress();
        } else if (compression.equals("deflate")) {
            builder.compressHigh();
        }
        if (spec.durability() != Durability.NONE) {
            builder.autoCommitDisabled(); // with its thread, commit() may return before the changes are written
        }
        if (spec.durability() == Durability.POWER) {
            builder.autoCommitBufferSize(0); // or parts of a large batch are written without sync
        }
        return new MvStore(builder, spec);
    }
}
