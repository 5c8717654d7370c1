package storemark.handwritten;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.CursorConfig;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.Get;
import com.sleepycat.je.Put;
import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.StoreSpec;

/** JE with entries that are used again, cursors that make no copy of themselves, and a load that is logged at its end. */
final class JeLoops extends Loops {
    private static final CursorConfig SCAN =
            new CursorConfig().setReadCommitted(true).setNonSticky(true);

    private final Environment environment;
    private Database database;
    private final byte[] keyBytes = new byte[Long.BYTES];
    private final byte[] valueBytes;
    private final DatabaseEntry key = new DatabaseEntry(keyBytes);
    private final DatabaseEntry value;
    private final DatabaseEntry found = new DatabaseEntry();
    private final DatabaseEntry noKey = new DatabaseEntry();

    JeLoops(StoreSpec spec, DigestSink sink) {
        super(spec, sink);
        valueBytes = new byte[records.maxValueBytes()];
        value = new DatabaseEntry(valueBytes);
        EnvironmentConfig config = new EnvironmentConfig();
        config.setAllowCreate(true);
        config.setTransactional(true);
        config.setDurability(
                switch (spec.durability()) {
                    case NONE -> Durability.COMMIT_NO_SYNC;
                    case PROCESS -> Durability.COMMIT_WRITE_NO_SYNC;
                    case POWER -> Durability.COMMIT_SYNC;
                });
        config.setCacheSize(spec.cacheBytes());
        config.setConfigParam(EnvironmentConfig.FREE_DISK, "0");
        environment = new Environment(spec.target().directory().toFile(), config);
        noKey.setPartial(0, 0, true);
        database = open(false);
    }

    private Database open(boolean deferredWrite) {
        DatabaseConfig table = new DatabaseConfig();
        table.setAllowCreate(true);
        table.setTransactional(!deferredWrite);
        table.setDeferredWrite(deferredWrite);
        return environment.openDatabase(null, "records", table);
    }

    @Override
    public void load(long entries) {
        database.close();
        database = open(true);
        try (Cursor cursor = database.openCursor(null, null)) {
            for (long id = 0; id < entries; id++) {
                records.key(id, keyBytes);
                records.value(id, 0, valueBytes);
                key.setData(keyBytes);
                cursor.put(key, value, Put.NO_OVERWRITE, null);
            }
        }
        database.sync();
        database.close();
        database = open(false);
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), keyBytes);
            key.setData(keyBytes);
            database.get(null, key, found, Get.SEARCH, null);
            sink.value(found.getData(), found.getOffset(), found.getSize());
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), keyBytes);
            key.setData(keyBytes);
            try (Cursor cursor = database.openCursor(null, SCAN)) {
                cursor.get(key, found, Get.SEARCH_GTE, null);
                sink.value(found.getData(), found.getOffset(), found.getSize());
                for (int next = 1; next < length; next++) {
                    cursor.get(noKey, found, Get.NEXT, null);
                    sink.value(found.getData(), found.getOffset(), found.getSize());
                }
            }
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            records.key(id, keyBytes);
            records.value(id, revision, valueBytes);
            key.setData(keyBytes);
            database.put(null, key, value, Put.OVERWRITE, null);
        }
    }

    @Override
    public void close() {
        database.close();
        environment.close();
    }
}
