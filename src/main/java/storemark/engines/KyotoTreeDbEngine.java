package storemark.engines;

import static storemark.engines.NativeLibrary.MEMORY;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;

/** Kyoto Cabinet's TreeDB, a B+ tree over a hash file, through its C API. See docs/engines/kyoto-treedb.md. */
public final class KyotoTreeDbEngine implements Engine {
    private static final String FILE = "records.kct";
    private static final int LOAD_BATCH = 100_000;
    private static final long DEFAULT_CACHE = 64L << 20;
    private static final NativeLibrary<KyotoCabinet> LIBRARY =
            new NativeLibrary<>(KyotoCabinet.class, "kyotocabinet", "apt-get install libkyotocabinet16v5");

    private static final Traits TRAITS = Traits.of("GPL-3.0-or-later")
            .profile("tuned", "its author's advice: linear collision chains, buckets and memory map sized by the data")
            .setting("pageSize", "bytes in a page of the tree (8192)")
            .setting("mapSize", "MiB of the file to map, 0 for none (64; tuned: all of it)")
            .keeps(Durability.NONE, "the library's default: changed pages stay in the process's own cache")
            .keeps(Durability.PROCESS, "KCOAUTOTRAN: each change is written to the file, through a write-ahead log")
            .keeps(Durability.POWER, "KCOAUTOTRAN|KCOAUTOSYNC: and synchronised with the device")
            .can(Capability.SCAN, "cursor, kccurjumpkey and kccurget")
            .can(Capability.REVERSE_SCAN, "cursor, kccurjumpbackkey and kccurget")
            .can(Capability.TRANSACTIONS, "one at a time, read uncommitted; none at durability none")
            .cannot(Capability.CONCURRENT_WRITES, "with transactions one writer at a time; at durability none by page")
            .can(Capability.MMAP, "the file's first 64 MiB, or setting mapSize; the rest by pread and pwrite")
            .cannot(Capability.BLOCK_DEVICE, "the library opens files only")
            .cannot(Capability.DIRECT_IO_FILE, "not offered by the library")
            .cannot(Capability.DIRECT_IO_DEVICE, "the library opens files only")
            .cannot(Capability.CHECKSUMS, "only as a side effect of compression")
            .cannot(Capability.ENCRYPTION, "only Arcfour, as a form of compression: not offered")
            .cannot(Capability.COMPRESSION, "zlib, LZO or LZMA a page, not offered here")
            .build();

    @Override
    public String name() {
        return "kyoto-treedb";
    }

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
        Path file = spec.target().directory().resolve(FILE);
        if (!spec.create() && !Files.exists(file)) {
            throw new NoSuchFileException(file.toString(), null, "no Kyoto TreeDB is there");
        }
        DirectoryLock lock = DirectoryLock.take(spec.target().directory());
        try {
            return new KyotoStore(kyoto, spec, file, lock);
        } catch (Exception failed) {
            try (lock) {
                throw failed;
            }
        }
    }

    /** The path with its tuning parameters, as the library's polymorphic database reads them. */
    private static String path(StoreSpec spec, Path file) {
        boolean tuned = spec.has("tuned");
        boolean fits = spec.dataBytes() * 3 / 2 < spec.cacheBytes();
        String map = spec.settings().get("mapSize");
        StringBuilder path = new StringBuilder(file.toString()).append("#rcomp=lex");
        path.append("#pccap=").append(tuned && !fits ? DEFAULT_CACHE : spec.cacheBytes());
        if (spec.settings().containsKey("pageSize")) {
            path.append("#psiz=").append(Integer.parseInt(spec.settings().get("pageSize")));
        }
        if (map != null) {
            path.append("#msiz=").append(Long.parseLong(map) << 20);
        } else if (tuned) {
            path.append("#msiz=").append(DEFAULT_CACHE + 2 * spec.dataBytes());
        }
        if (tuned) {
            path.append("#opts=l#bnum=").append(Math.max(1 << 16, spec.entries() / 10));
        }
        return path.toString();
    }

    private static final class KyotoStore implements Store {
        private final KyotoCabinet kyoto;
        private final Records records;
        private final DirectoryLock directoryLock;
        private final boolean durable;
        private final int hard;
        private final long db;

        /** Shared by single changes, held alone by a transaction, which the library would let them slip into. */
        private final ReentrantReadWriteLock transactions = new ReentrantReadWriteLock();

        KyotoStore(KyotoCabinet kyoto, StoreSpec spec, Path file, DirectoryLock directoryLock) throws IOException {
            this.kyoto = kyoto;
            this.directoryLock = directoryLock;
            records = spec.records();
            durable = spec.durability() != Durability.NONE;
            hard = spec.durability() == Durability.POWER ? 1 : 0;
            db = kyoto.kcdbnew();
            int mode = KyotoCabinet.WRITER
                    | KyotoCabinet.TRYLOCK
                    | (spec.create() ? KyotoCabinet.CREATE : 0)
                    | (durable ? KyotoCabinet.AUTOTRAN : 0)
                    | (hard != 0 ? KyotoCabinet.AUTOSYNC : 0);
            if (kyoto.kcdbopen(db, path(spec, file), mode) == 0) {
                IOException failed = error("open " + file);
                kyoto.kcdbdel(db);
                throw failed;
            }
        }

        @Override
        public Session session() {
            return new KyotoSession(this);
        }

        @Override
        public Loader loader() {
            return Loader.batching(session(), LOAD_BATCH);
        }

        @Override
        public void settle() throws IOException {
            check(kyoto.kcdbsync(db, 1, 0, 0), "synchronise");
        }

        @Override
        public void close() throws IOException {
            try (directoryLock) {
                int closed = kyoto.kcdbclose(db);
                IOException failed = closed == 0 ? error("close") : null;
                kyoto.kcdbdel(db);
                if (failed != null) {
                    throw failed;
                }
            }
        }

        void check(int success, String what) throws IOException {
            if (success == 0) {
                throw error(what);
            }
        }

        /** False when the last call failed for want of a record; any other failure is thrown. */
        boolean missed(String what) throws IOException {
            if (kyoto.kcdbecode(db) != KyotoCabinet.NO_RECORD) {
                throw error(what);
            }
            return false;
        }

        private IOException error(String what) {
            return new IOException(
                    "Kyoto Cabinet: " + what + ": " + kyoto.kcdbemsg(db) + " (" + kyoto.kcdbecode(db) + ")");
        }
    }

    private static final class KyotoSession implements Session {
        /** Values up to here are copied out of what a cursor returns: cheaper than to wrap them. */
        private static final int COPIED = 4096;

        private final KyotoStore store;
        private final KyotoCabinet kyoto;
        private final Records records;
        private final long db;
        private long cursor;
        private final ByteBuffer key;
        private final ByteBuffer value;
        private final ByteBuffer out = ByteBuffer.allocateDirect(3 * Long.BYTES);
        private final long keyAt;
        private final long valueAt;
        private final long outAt;

        KyotoSession(KyotoStore store) {
            this.store = store;
            kyoto = store.kyoto;
            records = store.records;
            db = store.db;
            cursor = kyoto.kcdbcursor(db);
            key = ByteBuffer.allocateDirect(records.keyBytes());
            value = ByteBuffer.allocateDirect(Math.max(COPIED, records.maxValueBytes()));
            keyAt = NativeLibrary.address(key);
            valueAt = NativeLibrary.address(value);
            outAt = NativeLibrary.address(out);
        }

        @Override
        public boolean get(long id, Sink sink) throws IOException {
            records.key(id, key);
            int size = kyoto.kcdbgetbuf(db, keyAt, key.capacity(), valueAt, value.capacity());
            if (size < 0) {
                return store.missed("get");
            }
            sink.value(value.limit(size));
            return true;
        }

        @Override
        public void put(long id, int revision) throws IOException {
            records.key(id, key);
            int size = records.value(id, revision, value.clear());
            if (store.durable) {
                store.transactions.readLock().lock();
            }
            try {
                store.check(kyoto.kcdbset(db, keyAt, key.capacity(), valueAt, size), "put");
            } finally {
                if (store.durable) {
                    store.transactions.readLock().unlock();
                }
            }
        }

        @Override
        public boolean delete(long id) throws IOException {
            records.key(id, key);
            if (store.durable) {
                store.transactions.readLock().lock();
            }
            try {
                return kyoto.kcdbremove(db, keyAt, key.capacity()) != 0 || store.missed("delete");
            } finally {
                if (store.durable) {
                    store.transactions.readLock().unlock();
                }
            }
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
            records.key(fromId, key);
            int found = ascending
                    ? kyoto.kccurjumpkey(cursor, keyAt, key.capacity())
                    : kyoto.kccurjumpbackkey(cursor, keyAt, key.capacity());
            if (found == 0) {
                store.missed("scan");
                return 0;
            }
            boolean keys = sink.wantsKeys();
            for (int count = 0; count < limit; count++) {
                long region = kyoto.kccurget(cursor, outAt, outAt + Long.BYTES, outAt + 2 * Long.BYTES, 1);
                if (region == 0) {
                    store.missed("scan");
                    return count;
                }
                if (keys) {
                    MEMORY.copyMemory(region, keyAt, key.capacity());
                    sink.key(key);
                }
                hand(MEMORY.getAddress(outAt + Long.BYTES), (int) MEMORY.getLong(outAt + 2 * Long.BYTES), sink);
                kyoto.kcfree(region);
            }
            return limit;
        }

        private void hand(long at, int size, Sink sink) {
            if (size > COPIED) {
                sink.value(MEMORY.newDirectByteBuffer(at, size));
            } else {
                MEMORY.copyMemory(at, valueAt, size);
                sink.value(value.limit(size));
            }
        }

        @Override
        public void begin(boolean write) throws IOException {
            if (write && store.durable) {
                store.transactions.writeLock().lock();
                if (kyoto.kcdbbegintran(db, store.hard) == 0) {
                    IOException failed = store.error("begin");
                    store.transactions.writeLock().unlock();
                    throw failed;
                }
            }
        }

        @Override
        public void commit() throws IOException {
            if (store.transactions.isWriteLockedByCurrentThread()) {
                end(1, "commit");
            }
        }

        private void end(int commit, String what) throws IOException {
            try {
                store.check(kyoto.kcdbendtran(db, commit), what);
            } finally {
                store.transactions.writeLock().unlock();
            }
        }

        @Override
        public void close() throws IOException {
            long open = cursor;
            cursor = 0;
            try {
                if (store.transactions.isWriteLockedByCurrentThread()) {
                    end(0, "abort");
                }
            } finally {
                if (open != 0) {
                    kyoto.kccurdel(open);
                }
            }
        }
    }
}
