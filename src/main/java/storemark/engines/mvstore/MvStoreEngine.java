package storemark.engines.mvstore;

import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.NONE;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.nio.file.Path;
import org.h2.engine.Constants;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStore.TxCounter;
import org.h2.mvstore.type.ByteArrayDataType;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.ComposedStore;
import storemark.engines.Debt;
import storemark.engines.StoreFolder;

/** H2's MVStore by its map, without the transactions of its database. See docs/engines/mvstore.md. */
public final class MvStoreEngine implements Engine {
    private static final String FILE = "records.mvstore";
    /** Compaction is done in parts, so that it can time out between them. */
    private static final int PART_MILLIS = 1000;

    private static final Traits TRAITS = Traits.of("mvstore", "MPL-2.0 OR EPL-1.0")
            .choice("compression", "of pages, by the library's compress or compressHigh", "none", "lzf", "deflate")
            .keeps(NONE, "commits of the background thread: each second, or a full write buffer")
            .keeps(PROCESS, "commit() after each batch: the changes are written to the file")
            .keeps(POWER, "commit() and sync() after each batch")
            .can(SCAN, "cursor over one version of the map")
            .can(REVERSE_SCAN, "reverse cursor")
            .cannot(TRANSACTIONS, "a put shows at once, and a commit covers all threads' puts")
            .cannot(CONCURRENT_WRITES, "one writer at a time replaces the root of the map")
            .can(CHECKSUMS, "of chunks' headers and footers, by the library's own choice")
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
        MVStore.Builder builder = new MVStore.Builder()
                .fileName(file.toString())
                .cacheSize((int) Math.min(Integer.MAX_VALUE, spec.cacheBytes() >> 20));
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
        MVStore store = builder.open();
        MVMap<byte[], byte[]> map = store.openMap(
                "records",
                new MVMap.Builder<byte[], byte[]>()
                        .keyType(ByteArrayDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
        return new ComposedStore(() -> session(store, map, spec), () -> close(store)).settledBy(() -> {
            store.commit();
            int part = (int) Math.min(PART_MILLIS, Debt.patience().toMillis());
            Debt.pay("MVStore's compaction", () -> compacted(store, part));
            store.sync();
        });
    }

    /** The library does not say why it stops: before its time only if nothing is left to move. */
    private static boolean compacted(MVStore store, int millis) {
        long started = System.nanoTime();
        store.compactFile(millis);
        return System.nanoTime() - started < millis * 1_000_000L;
    }

    /**
     * If the background thread fails during the library's close(), that waits for ever. So the thread ends first (0 waits for it, -1
     * as in close() does not), and close() finds nothing to write.
     */
    private static void close(MVStore store) {
        if (!store.isClosed()) {
            store.setAutoCommitDelay(0);
            store.commit();
            store.close();
        }
    }

    /**
     * The map keeps the arrays that it is given until their page is written: each put needs new ones. Each operation registers the
     * version that it uses, or another thread's commits could overwrite the pages that it reads.
     */
    private static Session session(MVStore store, MVMap<byte[], byte[]> map, StoreSpec spec) {
        Records records = spec.records();
        Durability durability = spec.durability();
        byte[] sought = new byte[records.keyBytes()];
        return new Session() {
            private boolean writing;

            @Override
            public boolean get(long id, Sink sink) {
                records.key(id, sought);
                TxCounter version = store.registerVersionUsage();
                try {
                    return sink.found(map.get(sought));
                } finally {
                    store.deregisterVersionUsage(version);
                }
            }

            @Override
            public void put(long id, int revision) {
                byte[] key = records.key(id);
                byte[] value = records.value(id, revision);
                TxCounter version = store.registerVersionUsage();
                try {
                    map.put(key, value);
                } finally {
                    store.deregisterVersionUsage(version);
                }
                keep();
            }

            @Override
            public void delete(long id) {
                records.key(id, sought);
                TxCounter version = store.registerVersionUsage();
                try {
                    map.remove(sought);
                } finally {
                    store.deregisterVersionUsage(version);
                }
                keep();
            }

            private void keep() {
                if (!writing && durability != Durability.NONE) {
                    store.commit();
                }
                if (!writing && durability == Durability.POWER) {
                    store.sync();
                }
            }

            @Override
            public int scan(long fromId, int limit, boolean ascending, Sink sink) {
                records.key(fromId, sought);
                TxCounter version = store.registerVersionUsage();
                try {
                    return scan(map.cursor(sought, null, !ascending), limit, sink);
                } finally {
                    store.deregisterVersionUsage(version);
                }
            }

            private int scan(Cursor<byte[], byte[]> at, int limit, Sink sink) {
                boolean keys = sink.wantsKeys();
                int count = 0;
                for (; count < limit && at.hasNext(); count++) {
                    byte[] key = at.next();
                    if (keys) {
                        sink.key(key, 0);
                    }
                    byte[] value = at.getValue();
                    sink.value(value, 0, value.length);
                }
                return count;
            }

            @Override
            public void begin(boolean write) {
                writing = write;
            }

            @Override
            public void commit() {
                if (writing) {
                    writing = false;
                    keep();
                }
            }
        };
    }
}
