package storemark.engines.chroniclemap;

import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

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
import storemark.engine.Engine;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engines.ComposedStore;
import storemark.engines.DirectoryLock;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;
import storemark.engines.WholeValues;

/** Chronicle Map, a hash table in a mapped file of fixed size. See docs/engines/chronicle-map.md. */
public final class ChronicleMapEngine implements Engine {
    private static final String FILE = "records.cm";
    /** Where the library keeps the size of the map's description: negative or zero until that is complete. */
    private static final int HEADER_SIZE_AT = 8;

    private static final int HEADER_BYTES = 12;
    /** Exists while the map is open: a killed process leaves it, and locks in the map that must be recovered. */
    private static final String IN_USE = "in-use";

    private static final Traits TRAITS = Traits.of("chronicle-map", "Apache-2.0")
            .profile("default", "as the library comes, with the sizes that it requires; the same as the plain engine")
            .none(Survivors.ALL, "the system's page cache holds each put, in a mapped file")
            .keeps(PROCESS, "the system's page cache holds each put, in a mapped file")
            .refuses(POWER, "it has no call that waits for the device")
            .cannot("a hash table keeps no order of keys", SCAN, REVERSE_SCAN)
            .cannot(TRANSACTIONS, "each put takes effect at once, a batch is not atomic")
            .can(CONCURRENT_WRITES, "a lock per segment")
            .can(MMAP, "always")
            .can(CHECKSUMS, "of each entry, by the library's own choice; checked by recovery")
            .cannot("reads go through the memory map", DIRECT_IO_FILE, DIRECT_IO_DEVICE)
            .fixed("a map keeps the number of entries that it was made for")
            .note("does not keep process: see docs/durability.md")
            .build();

    @Override
    public String version() throws Unavailable {
        if (ToolProvider.getSystemJavaCompiler() == null) {
            throw new Unavailable("it compiles classes when it opens: needs a JDK, this Java has no compiler");
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
        // The library's marshaller of Long keeps eight bytes, that of arrays sixteen.
        return DirectoryLock.hold(
                file.getParent(),
                () -> spec.records().keyBytes() == 8
                        ? open(spec, file, Long.class, id -> id)
                        : open(spec, file, byte[].class, spec.records()::key));
    }

    private static <K> Store open(StoreSpec spec, Path file, Class<K> type, LongFunction<K> keys) throws IOException {
        Records records = spec.records();
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
        if (!spec.create()) {
            refuseWithoutHeader(file);
        }
        Path inUse = file.resolveSibling(IN_USE);
        ChronicleMap<K, byte[]> map =
                Files.exists(inUse) ? builder.recoverPersistedTo(file.toFile(), false) : map(builder, file, inUse);
        return new ComposedStore(() -> session(map, keys, records), () -> {
            map.close();
            Files.delete(inUse);
        });
    }

    private static <K> ChronicleMap<K, byte[]> map(ChronicleMapBuilder<K, byte[]> builder, Path file, Path inUse)
            throws IOException {
        ChronicleMap<K, byte[]> opened;
        try {
            opened = builder.createPersistedTo(file.toFile());
        } catch (FileNotFoundException denied) {
            throw denied;
        } catch (IOException damaged) {
            throw new IOException(file + " is damaged or cut short: it has " + Files.size(file) + " bytes", damaged);
        }
        Files.createFile(inUse);
        return opened;
    }

    /**
     * The library creates a new map in an empty file, and waits a minute for an incomplete header, since another process may be
     * writing it. The directory's lock tells that there is none.
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

    /** The map copies its arguments, and fills the array that a get passes if it has the right length. */
    private static <K> Session session(ChronicleMap<K, byte[]> map, LongFunction<K> keys, Records records) {
        WholeValues written = new WholeValues(records);
        return new Session() {
            private byte[] read = new byte[records.maxValueBytes()];

            @Override
            public boolean get(long id, Sink sink) {
                byte[] found = map.getUsing(keys.apply(id), read);
                if (found != null) {
                    read = found;
                }
                return sink.found(found);
            }

            @Override
            public void put(long id, int revision) {
                map.put(keys.apply(id), written.of(id, revision));
            }

            @Override
            public void delete(long id) {
                try (ExternalMapQueryContext<K, byte[], ?> context = map.queryContext(keys.apply(id))) {
                    context.updateLock().lock();
                    MapEntry<K, byte[]> entry = context.entry();
                    if (entry != null) {
                        context.remove(entry);
                    }
                }
            }
        };
    }
}
