package storemark.handwritten;

import com.kenai.jffi.MemoryIO;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import jnr.ffi.LibraryLoader;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;
import storemark.engines.bdb.BerkeleyDb;

/** Berkeley DB's C API, by the declarations that the adapter has of it too; scans and loads in bulk, as the manual advises. */
final class BdbLoops extends Loops {
    private static final MemoryIO MEMORY = MemoryIO.getInstance();
    private static final int LOADED_AT_ONCE = 500_000;
    private static final int PAGE = 8192;
    /** Bytes of a record in a batch: itself, and four numbers of its table. */
    private static final int BATCHED = 16;
    /** {@code sizeof(DBT)}, and the offsets of {@code size}, {@code ulen} and {@code flags} after the pointer to the data. */
    private static final int DBT = 40;

    private static final int SIZE = 8;
    private static final int ROOM = 12;
    private static final int FLAGS = 32;

    private final BerkeleyDb bdb = LibraryLoader.create(BerkeleyDb.class).load("db-5.3");
    private final ByteBuffer key = ByteBuffer.allocateDirect(Long.BYTES);
    private final ByteBuffer value;
    private final ByteBuffer structures =
            ByteBuffer.allocateDirect(3 * DBT + Long.BYTES).order(ByteOrder.nativeOrder());
    /** Records from its start up, and from its end down their offsets and sizes, ended by -1. */
    private final ByteBuffer bulk = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.nativeOrder());

    private final ByteBuffer part = bulk.duplicate();
    private final long keyAt = MEMORY.getDirectBufferAddress(structures);
    private final long valueAt = keyAt + DBT;
    private final long bulkAt = keyAt + 2 * DBT;
    private final long handleAt = keyAt + 3 * DBT;
    private final long env;
    private final long db;

    BdbLoops(StoreSpec spec, DigestSink sink) throws IOException {
        super(spec, sink);
        value = ByteBuffer.allocateDirect(records.maxValueBytes());
        point(0, key);
        point(DBT, value);
        point(2 * DBT, bulk);
        check(bdb.db_env_create(handleAt, 0));
        env = structures.getLong(3 * DBT);
        long cache = spec.cacheBytes();
        check(bdb.__memp_set_cachesize(env, (int) (cache >> 30), (int) (cache & (1 << 30) - 1), 1));
        check(bdb.__lock_set_lk_detect(env, BerkeleyDb.LOCK_MINWRITE));
        check(bdb.__log_set_config(env, BerkeleyDb.LOG_AUTO_REMOVE, 1));
        if (spec.durability() != Durability.POWER) {
            boolean none = spec.durability() == Durability.NONE;
            check(bdb.__env_set_flags(env, none ? BerkeleyDb.TXN_NOSYNC : BerkeleyDb.TXN_WRITE_NOSYNC, 1));
        }
        check(bdb.__env_open_pp(env, spec.target().directory().toString(), BerkeleyDb.PRIVATE_TRANSACTIONAL, 0));
        check(bdb.db_create(handleAt, env, 0));
        db = structures.getLong(3 * DBT);
        check(bdb.__db_set_pagesize(db, PAGE)); // of a new database
        int mode = BerkeleyDb.CREATE | BerkeleyDb.THREAD | BerkeleyDb.AUTO_COMMIT;
        check(bdb.__db_open_pp(db, 0, "records.db", null, BerkeleyDb.BTREE, mode, 0));
    }

    private void point(int at, ByteBuffer buffer) {
        structures.putLong(at, MEMORY.getDirectBufferAddress(buffer));
        structures.putInt(at + SIZE, buffer.capacity());
        structures.putInt(at + ROOM, buffer.capacity());
        structures.putInt(at + FLAGS, BerkeleyDb.USERMEM);
    }

    private void check(int code) throws IOException {
        if (code != 0) {
            throw new IOException(bdb.db_strerror(code));
        }
    }

    private void put(long txn, long id, int revision) throws IOException {
        key.putLong(0, id);
        records.value(id, revision, value);
        check(bdb.__db_put_pp(db, txn, keyAt, valueAt, 0));
    }

    @Override
    public void load(long entries) throws IOException {
        structures.putInt(2 * DBT + FLAGS, BerkeleyDb.BULK);
        int record = Long.BYTES + value.capacity();
        int room = (bulk.capacity() - Integer.BYTES) / (record + BATCHED);
        for (long id = 0; id < entries; ) {
            check(bdb.__txn_begin_pp(env, 0, handleAt, BerkeleyDb.TXN_BULK));
            long txn = structures.getLong(3 * DBT);
            for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; ) {
                int batch = (int) Math.min(room, end - id);
                fill(id, batch);
                check(bdb.__db_put_pp(db, txn, bulkAt, bulkAt, BerkeleyDb.MULTIPLE_KEY));
                id += batch;
            }
            check(bdb.__txn_commit(txn, 0));
        }
        structures.putInt(2 * DBT + FLAGS, BerkeleyDb.USERMEM);
    }

    private void fill(long first, int count) {
        int table = bulk.capacity() - Integer.BYTES;
        int at = 0;
        for (long id = first; id < first + count; id++) {
            int size = records.value(id, 0, value);
            bulk.putLong(at, Long.reverseBytes(id));
            bulk.put(at + Long.BYTES, value, 0, size);
            bulk.putInt(table, at);
            bulk.putInt(table - 4, Long.BYTES);
            bulk.putInt(table - 8, at + Long.BYTES);
            bulk.putInt(table - 12, size);
            at += Long.BYTES + size;
            table -= BATCHED;
        }
        bulk.putInt(table, -1);
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws IOException {
        for (int at = 0; at < count; at++) {
            key.putLong(0, random.nextLong(range));
            check(bdb.__db_get_pp(db, 0, keyAt, valueAt, 0));
            sink.value(value);
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws IOException {
        for (int at = 0; at < count; at++) {
            key.putLong(0, random.nextLong(range));
            check(bdb.__db_cursor_pp(db, 0, handleAt, 0));
            long cursor = structures.getLong(3 * DBT);
            int room = Math.min(bulk.capacity() / 4, PAGE + 2048 + length * (value.capacity() + 32)) / 1024 * 1024;
            structures.putInt(2 * DBT + ROOM, room);
            int how = BerkeleyDb.SET_RANGE;
            for (int read = 0; read < length; how = BerkeleyDb.NEXT) {
                check(bdb.__dbc_get_pp(cursor, keyAt, bulkAt, how | BerkeleyDb.MULTIPLE_KEY));
                for (int table = room - 4; read < length && bulk.getInt(table) != -1; table -= BATCHED, read++) {
                    int found = bulk.getInt(table - 8);
                    part.limit(found + bulk.getInt(table - 12)).position(found);
                    sink.value(part);
                }
            }
            check(bdb.__dbc_close_pp(cursor));
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws IOException {
        for (int at = 0; at < count; at++) {
            put(0, random.nextLong(range), revision);
        }
    }

    @Override
    public void close() throws IOException {
        check(bdb.__db_close_pp(db, 0));
        check(bdb.__txn_checkpoint_pp(env, 0, 0, BerkeleyDb.FORCE));
        check(bdb.__env_close_pp(env, 0));
    }
}
