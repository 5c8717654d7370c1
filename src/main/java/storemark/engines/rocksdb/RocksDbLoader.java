package storemark.engines.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.StoreSpec;

/** Writes table files of the size that compaction gives them, and ingests a few at a time. */
final class RocksDbLoader implements Loader {
    /** Ingesting forces the list of files to the device: often enough to lose little, rarely enough to be cheap. */
    private static final int INGESTED = 16;

    private static final String FILES = "load-*.sst";

    private final RocksDB db;
    private final Path directory;
    private final Records records;
    private final long fileBytes;
    private final EnvOptions environment;
    private final SstFileWriter writer;
    private final ByteBuffer key;
    private final ByteBuffer value;
    /** Finished or being written, not yet ingested. */
    private final List<String> files = new ArrayList<>();

    private long written;

    RocksDbLoader(RocksDB db, Options options, Path directory, StoreSpec spec) throws IOException {
        this.db = db;
        this.directory = directory;
        records = spec.records();
        fileBytes = options.targetFileSizeBase();
        environment = new EnvOptions().setUseDirectWrites(spec.target().directIo());
        writer = new SstFileWriter(environment, options);
        key = ByteBuffer.allocateDirect(records.keyBytes());
        value = ByteBuffer.allocateDirect(Math.max(1, records.maxValueBytes()));
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, FILES)) {
            for (Path file : left) {
                Files.delete(file); // a killed load did not ingest it: the store does not know it
            }
        }
    }

    @Override
    public void append(long id, int revision) throws RocksDBException {
        if (written == 0) {
            String file = directory.resolve("load-" + files.size() + ".sst").toString();
            writer.open(file);
            files.add(file);
        }
        records.key(id, key.clear());
        int length = records.value(id, revision, value.clear());
        writer.put(key, value.limit(length));
        written += records.keyBytes() + length;
        if (written >= fileBytes) {
            writer.finish();
            written = 0;
            if (files.size() == INGESTED) {
                ingest();
            }
        }
    }

    private void ingest() throws RocksDBException {
        try (IngestExternalFileOptions move = new IngestExternalFileOptions().setMoveFiles(true)) {
            db.ingestExternalFile(files, move);
        }
        files.clear();
    }

    @Override
    public void close() throws RocksDBException {
        try (writer;
                environment) {
            if (written > 0) {
                writer.finish();
            }
            if (!files.isEmpty()) {
                ingest();
            }
        }
    }
}
