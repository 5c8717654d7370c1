package storemark.handwritten;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.Get;
import com.sleepycat.je.Put;
import com.sleepycat.je.Transaction;
import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.Records;
import storemark.engine.StoreSpec;

/** JE with entries that are used again. */
final class JeLoops implements Loops {
    private static final int LOADED_AT_ONCE = 10_000;

    private final Records records;
    private final DigestSink sink;
    private final Environment environment;
    private final Database database;
    private final byte[] keyBytes = new byte[Long.BYTES];
    private final byte[] valueBytes;
    private final DatabaseEntry key = new DatabaseEntry(keyBytes);
    private final DatabaseEntry value;
    private final DatabaseEntry found = new DatabaseEntry();

    JeLoops(StoreSpec spec, DigestSink sink) {
        this.sink = sink;
        records = spec.records();
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
        DatabaseConfig table = new DatabaseConfig();
        table.setAllowCreate(true);
        table.setTransactional(true);
        database = environment.openDatabase(null, "records", table);
    }

    @Override
    public void load(long entries) {
        for (long id = 0; id < entries; ) {
            Transaction transaction = environment.beginTransaction(null, null);
            for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; id++) {
                records.key(id, keyBytes);
                records.value(id, 0, valueBytes);
                key.setData(keyBytes);
                database.put(transaction, key, value, Put.OVERWRITE, null);
            }
            transaction.commit();
        }
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
            try (Cursor cursor = database.openCursor(null, null)) {
                cursor.get(key, found, Get.SEARCH_GTE, null);
                sink.value(found.getData(), found.getOffset(), found.getSize());
                for (int next = 1; next < length; next++) {
                    cursor.get(key, found, Get.NEXT, null);
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
