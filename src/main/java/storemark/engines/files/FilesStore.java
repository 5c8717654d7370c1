package storemark.engines.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;

/** A file per record, named by its key, in one folder or in a tree of folders. See docs/engines/files.md. */
final class FilesStore implements Store {
    static final String FOLDER = "records";
    private static final String TEMPORARY = "temporary";
    private static final int STRIPES = 256;

    private final Records records;
    private final Durability durability;
    /** Whether files are overwritten in place, not replaced by renaming, which no reader can see half done. */
    private final boolean overwrites;

    private final int depth;
    private final int width;
    private final Path folder;
    private final Path temporary;
    private final AtomicLong sessions = new AtomicLong();
    /** Keep readers from files that are being overwritten; unused if files are replaced. */
    private final ReadWriteLock[] stripes = new ReadWriteLock[STRIPES];

    /**
     * @param depth how many levels of folders lie above the files
     * @param width digits of a folder's name, taken from the end of the key
     */
    FilesStore(StoreSpec spec, int depth, int width, Path directory) throws IOException {
        records = spec.records();
        durability = spec.durability();
        overwrites = durability == Durability.NONE;
        this.depth = depth;
        this.width = width;
        folder = directory.resolve(FOLDER);
        temporary = directory.resolve(TEMPORARY);
        Files.createDirectories(folder);
        Files.createDirectories(temporary);
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            stripes[stripe] = new ReentrantReadWriteLock();
        }
    }

    @Override
    public Session session() {
        return new FilesSession(temporary.resolve(Long.toString(sessions.getAndIncrement())));
    }

    @Override
    public void close() {}

    private final class FilesSession implements Session {
        private final Path mine;
        private final byte[] key;
        private final ByteBuffer buffer;
        private final Set<Path> unsynchronised = new HashSet<>();
        private boolean writing;

        FilesSession(Path mine) {
            this.mine = mine;
            key = new byte[records.keyBytes()];
            buffer = ByteBuffer.allocateDirect(records.maxValueBytes());
        }

        /** The last digits of counted ids change most: they spread files over folders. */
        private Path file(long id) {
            records.key(id, key);
            String name =
                    key.length == 8 ? HexFormat.of().formatHex(key) : new String(key, StandardCharsets.ISO_8859_1);
            if (depth == 0) {
                return folder.resolve(name);
            }
            StringBuilder path = new StringBuilder();
            for (int level = 1; level <= depth; level++) {
                int end = name.length() - (level - 1) * width;
                path.append(name, end - width, end).append('/');
            }
            return folder.resolve(path.append(name).toString());
        }

        private ReadWriteLock stripe(long id) {
            return stripes[(int) (id & (STRIPES - 1))];
        }

        @Override
        public boolean get(long id, Sink sink) throws IOException {
            boolean found;
            if (overwrites) {
                stripe(id).readLock().lock();
                try {
                    found = read(id);
                } finally {
                    stripe(id).readLock().unlock();
                }
            } else {
                found = read(id);
            }
            if (found) {
                sink.value(buffer.flip());
            }
            return found;
        }

        private boolean read(long id) throws IOException {
            buffer.clear();
            try (FileChannel channel = FileChannel.open(file(id), StandardOpenOption.READ)) {
                while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                    // to the end of the file, which is not looked for behind a value of the largest size
                }
            } catch (NoSuchFileException missing) {
                return false;
            }
            return true;
        }

        @Override
        public void put(long id, int revision) throws IOException {
            buffer.clear().limit(records.value(id, revision, buffer));
            Path file = file(id);
            try {
                write(id, file);
            } catch (NoSuchFileException folderMissing) {
                Files.createDirectories(file.getParent());
                for (Path at = file.getParent();
                        durability == Durability.POWER && !at.equals(folder);
                        at = at.getParent()) {
                    unsynchronised.add(at.getParent());
                }
                buffer.rewind();
                write(id, file);
            }
            keep(file);
        }

        private void write(long id, Path file) throws IOException {
            if (overwrites) {
                stripe(id).writeLock().lock();
                try {
                    fill(file);
                } finally {
                    stripe(id).writeLock().unlock();
                }
            } else {
                fill(mine);
                Files.move(mine, file, StandardCopyOption.ATOMIC_MOVE);
            }
        }

        private void fill(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)) {
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                if (durability == Durability.POWER) {
                    channel.force(true);
                }
            }
        }

        @Override
        public void delete(long id) throws IOException {
            Path file = file(id);
            if (Files.deleteIfExists(file)) {
                keep(file);
            }
        }

        /** Synchronises the folder of a created or deleted file, at once or with the batch. */
        private void keep(Path file) throws IOException {
            if (durability == Durability.POWER) {
                unsynchronised.add(file.getParent());
                if (!writing) {
                    synchronise();
                }
            }
        }

        private void synchronise() throws IOException {
            for (Path at : unsynchronised) {
                try (FileChannel channel = FileChannel.open(at, StandardOpenOption.READ)) {
                    channel.force(true);
                }
            }
            unsynchronised.clear();
        }

        @Override
        public void begin(boolean write) {
            writing = write;
        }

        @Override
        public void commit() throws IOException {
            writing = false;
            if (durability == Durability.POWER) {
                synchronise();
            }
        }

        @Override
        public void close() throws IOException {
            Files.deleteIfExists(mine);
        }
    }
}
