package storemark.handwritten;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.Records;
import storemark.engine.StoreSpec;

/** Files read and written whole, in one folder or in folders named by the last digits of a key. */
final class FilesLoops implements Loops {
    private final Records records;
    private final DigestSink sink;
    private final int depth;
    private final Path folder;
    private final byte[] value;

    FilesLoops(StoreSpec spec, DigestSink sink, int depth) throws IOException {
        this.sink = sink;
        this.depth = depth;
        records = spec.records();
        value = new byte[records.maxValueBytes()];
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
            records.value(id, 0, value);
            Path file = file(id);
            try {
                Files.write(file, value);
            } catch (NoSuchFileException folderMissing) {
                Files.createDirectories(file.getParent());
                Files.write(file, value);
            }
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws IOException {
        for (int at = 0; at < count; at++) {
            byte[] found = Files.readAllBytes(file(random.nextLong(range)));
            sink.value(found, 0, found.length);
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count) {
        throw new UnsupportedOperationException("a folder lists its files in no order");
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws IOException {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            records.value(id, revision, value);
            Files.write(file(id), value);
        }
    }

    @Override
    public void close() {}
}
