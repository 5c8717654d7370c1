package storemark.handwritten;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/** Files read and written whole, in one folder or in folders named by the last digits of a key. */
final class FilesLoops extends Loops {
    private final int depth;
    private final Path folder;
    private final Path temporary;
    private final Durability durability;
    private final byte[] value;
    private final ByteBuffer buffer;

    FilesLoops(StoreSpec spec, DigestSink sink, int depth) throws IOException {
        super(spec, sink);
        this.depth = depth;
        value = new byte[records.maxValueBytes()];
        buffer = ByteBuffer.allocateDirect(value.length);
        durability = spec.durability();
        temporary = spec.target().directory().resolve("temporary-by-hand");
        folder = Files.createDirectories(spec.target().directory().resolve("records"));
    }

    private Path file(long id) {
        String name = HexFormat.of().toHexDigits(id);
        StringBuilder path = new StringBuilder();
        for (int level = 1; level <= depth; level++) {
            path.append(name.charAt(name.length() - level)).append('/');
        }
        return folder.resolve(path.append(name).toString());
    }

    @Override
    public void load(long entries) throws IOException {
        for (long id = 0; id < entries; id++) {
            put(id, 0);
        }
    }

    private void put(long id, int revision) throws IOException {
        records.value(id, revision, value);
        Path file = file(id);
        try {
            write(file);
        } catch (NoSuchFileException folderMissing) {
            Files.createDirectories(file.getParent());
            write(file);
        }
    }

    /** In place at durability none, else by renaming a new file, which a killed process cannot leave half done. */
    private void write(Path file) throws IOException {
        if (durability == Durability.NONE) {
            Files.write(file, value);
        } else {
            Files.write(temporary, value);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws IOException {
        for (int at = 0; at < count; at++) {
            try (FileChannel channel = FileChannel.open(file(random.nextLong(range)), StandardOpenOption.READ)) {
                buffer.clear();
                while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                    // until a whole value is there, without a look for the end of the file
                }
            }
            sink.value(buffer.flip());
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws IOException {
        for (int at = 0; at < count; at++) {
            put(random.nextLong(range), revision);
        }
    }

    @Override
    public void close() {}
}
