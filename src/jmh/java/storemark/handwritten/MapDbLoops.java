package storemark.handwritten;

import java.util.Iterator;
import java.util.SplittableRandom;
import org.mapdb.BTreeMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/** A BTreeMap of longs and arrays, in small nodes. Ids are unsigned, hence the turned sign. */
final class MapDbLoops extends Loops {
    private static final int LOADED_AT_ONCE = 100_000;

    private final DB db;
    private final Durability durability;
    private BTreeMap<Long, byte[]> map;

    MapDbLoops(StoreSpec spec, DigestSink sink) {
        super(spec, sink);
        durability = spec.durability();
        DBMaker.Maker maker = DBMaker.fileDB(
                        spec.target().directory().resolve("records.mapdb").toFile())
                .fileMmapEnable()
                .fileMmapPreclearDisable()
                .cleanerHackEnable()
                .allocateStartSize(64 << 20)
                .allocateIncrement(64 << 20);
        if (durability != Durability.NONE) {
            maker.transactionEnable();
        }
        if (durability == Durability.PROCESS) {
            maker.fileSyncDisable();
        }
        db = maker.make();
        if (!spec.create()) {
            map = maker().open();
        }
    }

    @Override
    public void insert(SplittableRandom random, int count) {
        if (map == null) {
            map = maker().create();
        }
        update(random, Long.MAX_VALUE, count, 0);
    }

    private DB.TreeMapMaker<Long, byte[]> maker() {
        return db.treeMap("records", Serializer.LONG, Serializer.BYTE_ARRAY).maxNodeSize(16);
    }

    @Override
    public void load(long entries) {
        DB.TreeMapSink<Long, byte[]> loaded = maker().createFromSink();
        for (long id = 0; id < entries; id++) {
            loaded.put(id ^ Long.MIN_VALUE, records.value(id, 0));
            if (id % LOADED_AT_ONCE == LOADED_AT_ONCE - 1) {
                db.commit();
            }
        }
        map = loaded.create();
        db.commit();
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            byte[] found = map.get(random.nextLong(range) ^ Long.MIN_VALUE);
            sink.value(found, 0, found.length);
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) {
        for (int at = 0; at < count; at++) {
            Iterator<byte[]> values = map.valueIterator(random.nextLong(range) ^ Long.MIN_VALUE, true, null, false);
            for (int next = 0; next < length && values.hasNext(); next++) {
                byte[] found = values.next();
                sink.value(found, 0, found.length);
            }
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            map.put(id ^ Long.MIN_VALUE, records.value(id, revision));
            if (durability != Durability.NONE) {
                db.commit();
            }
        }
    }

    @Override
    public void close() {
        db.close();
    }
}
