package storemark.engines.chroniclemap;

import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongFunction;
import javax.tools.ToolProvider;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.map.MapEntry;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engines.DirectoryLock;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;
import storemark.engines.WholeValues;

/** Chronicle Map, a hash table in a mapped file of a size that is fixed at creation. See docs/engines/chronicle-map.md. */
public final class ChronicleMapEngine implements Engine {
    private static final String FILE = "records.cm";
    /** Where the library keeps the size of what describes the map: negative or zero until that is whole. */
    private static final int HEADER_SIZE_AT = 8;

    private static final int HEADER_BYTES = 12;
    /** There while the map is open: a process that was killed leaves it, and locks in the map that must be recovered. */
    private static final String IN_USE = "in-use";

    private static final Traits TRAITS = Traits.of("chronicle-map", "Apache-2.0")
            .keeps(Durability.NONE, "the system's page cache holds each put, in a mapped file")
            .keeps(Durability.PROCESS, "the system's page cache holds each put, in a mapped file")
            .refuses(Durability.POWER, "it has no call that waits for the device")
            .cannot("a hash table keeps no order of keys", SCAN, REVERSE_SCAN)
            .cannot(Capability.TRANSACTIONS, "each put takes effect at once, a batch is not atomic")
            .can(Capability.CONCURRENT_WRITES, "a lock a segment")
            .can(Capability.MMAP, "always")
            .can(Capability.CHECKSUMS, "of each entry, by the library's own choice; checked by recovery")
            .cannot("reads go through the memory map", DIRECT_IO_FILE, DIRECT_IO_DEVICE)
            .note("does not keep process: see docs/durability.md")
            .build();

    @Override
    public String version() throws Unavailable {
        if (ToolProvider.getSystemJavaCompiler() == null) {
            throw new Unavailable("it compiles classes when it is opened: needs a JDK, this Java has no compiler");
        }
        return "Chronicle Map " + LibraryVersion.of(ChronicleMap.class, "net.openhft", "chronicle-map");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        version();
        Path file = StoreFolder.of(spec, FILE).resolve(FILE);
        Records records = spec.records();
        // The library's marshaller of Long keeps eight bytes, that of arrays sixteen.
        return DirectoryLock.hold(
                file.getParent(),
                lock -> records.keyBytes() == 8
                        ? new ChronicleStore<>(spec, file, Long.class, id -> id, lock)
                        : new ChronicleStore<>(spec, file, byte[].class, records::key, lock));
    }

    private static final class ChronicleStore<K> implements Store {
        private final Records records;
        private final LongFunction<K> keys;
        private final ChronicleMap<K, byte[]> map;
        private final DirectoryLock lock;
        private final Path inUse;

        ChronicleStore(StoreSpec spec, Path file, Class<K> type, LongFunction<K> keys, DirectoryLock lock)
                throws IOException {
            records = spec.records();
            this.keys = keys;
            this.lock = lock;
            ChronicleMapBuilder<K, byte[]> builder = ChronicleMapBuilder.of(type, byte[].class)
                    .entries(Math.max(1, spec.entries()))
                    .putReturnsNull(true)
                    .skipCloseOnExitHook(true);
            if (records.keyBytes() != 8) {
                builder.constantKeySizeBySample(keys.apply(0));
            }
            if (records.minValueBytes() == records.maxValueBytes()) {
                builder.constantValueSizeBySample(new byte[records.maxValueBytes()]);
            } else {
                builder.averageValueSize(records.meanValueBytes());
            }
            inUse = file.resolveSibling(IN_USE);
            if (!spec.create()) {
                refuseWithoutHeader(file);
            }
            map = Files.exists(inUse) ? builder.recoverPersistedTo(file.toFile(), false) : open(builder, file);
        }

        private ChronicleMap<K, byte[]> open(ChronicleMapBuilder<K, byte[]> builder, Path file) throws IOException {
            ChronicleMap<K, byte[]> opened;
            try {
                opened = builder.createPersistedTo(file.toFile());
            } catch (FileNotFoundException denied) {
                throw denied;
            } catch (IOException damaged) {
                throw new IOException(
                        file + " is damaged or cut short: it has " + Files.size(file) + " bytes", damaged);
            }
            Files.createFile(inUse);
            return opened;
        }

        /**
         * The library makes a new map in an empty file, and waits a minute for a header that is not whole, since another process
         * may be writing it. The directory's lock says that there is none.
         */
        private static void refuseWithoutHeader(Path file) throws IOException {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                channel.read(header, 0);
            }
            if (header.hasRemaining() || header.getInt(HEADER_SIZE_AT) <= 0) {
                throw new IOException(file + " is damaged: it has no header");
            }
        }

        @Override
        public Session session() {
            return new ChronicleSession<>(map, keys, records);
        }

        @Override
        public void close() throws IOException {
            try (lock) {
                map.close();
                Files.delete(inUse);
            }
        }
    }

    /** The map copies what it is given and fills the array that a get brings along, when it has the right length. */
    private static final class ChronicleSession<K> implements Session {
        private final ChronicleMap<K, byte[]> map;
        private final LongFunction<K> keys;
        private byte[] read;
        private final WholeValues written;

        ChronicleSession(ChronicleMap<K, byte[]> map, LongFunction<K> keys, Records records) {
            this.map = map;
            this.keys = keys;
            read = new byte[records.maxValueBytes()];
            written = new WholeValues(records);
        }

        @Override
        public boolean get(long id, Sink sink) {
            byte[] found = map.getUsing(keys.apply(id), read);
            if (found == null) {
                return false;
            }
            read = found;
            sink.value(found, 0, found.length);
            return true;
        }

        @Override
        public void put(long id, int revision) {
            map.put(keys.apply(id), written.of(id, revision));
        }

        @Override
        public boolean delete(long id) {
            try (ExternalMapQueryContext<K, byte[], ?> context = map.queryContext(keys.apply(id))) {
                context.updateLock().lock();
                MapEntry<K, byte[]> entry = context.entry();
                if (entry == null) {
                    return false;
                }
                context.remove(entry);
                return true;
            }
        }
    }
}
