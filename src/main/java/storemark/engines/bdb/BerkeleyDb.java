package storemark.engines.bdb;

/**
 * The functions of Berkeley DB 5.3 that {@link BdbEngine} calls; {@code long} is an address. The C API consists of function
 * pointers in structures; what they point to is exported under the names here, so that a library without one of them gives
 * an error, where a wrong offset into a structure would crash. All return 0 on success, one of the codes below, or an errno.
 * Safe to share between threads.
 */
@SuppressWarnings("MemberName") // the library's own names
public interface BerkeleyDb {
    /** {@code DB_ENV->open}: DB_CREATE, DB_RECOVER, DB_THREAD, DB_PRIVATE and all subsystems but replication. */
    int PRIVATE_TRANSACTIONAL = 0x1 | 0x2 | 0x20 | 0x10000 | 0x100 | 0x200 | 0x400 | 0x2000;

    /** {@code DB_ENV->open}: DB_CREATE, DB_THREAD, DB_PRIVATE and the cache alone: what the library makes for a database without one. */
    int PRIVATE_CACHE = 0x1 | 0x20 | 0x10000 | 0x400;

    int CREATE = 0x1;
    int THREAD = 0x20;
    int AUTO_COMMIT = 0x100;
    int BTREE = 1;
    int CHECKSUM = 0x8;
    int ENCRYPT = 0x1;
    int FORCE = 0x1;
    int TXN_NOSYNC = 0x1;
    int TXN_WRITE_NOSYNC = 0x20;
    int TXN_BULK = 0x10;
    int LOG_AUTO_REMOVE = 0x1;
    int LOCK_MINWRITE = 6;

    /** {@code DBcursor->get} and {@code DB->put}. */
    int LAST = 15;

    int NEXT = 16;
    int PREV = 23;
    int SET_RANGE = 27;
    int MULTIPLE_KEY = 0x4000;

    /** {@code DBT.flags}. */
    int USERMEM = 0x800;

    int BULK = 0x2;

    int NOTFOUND = -30988;
    int LOCK_DEADLOCK = -30993;

    String db_version(long major, long minor, long patch);

    String db_strerror(int code);

    /** Stores the address of a new environment handle at {@code handle}. */
    int db_env_create(long handle, int flags);

    int db_create(long handle, long env, int flags);

    void __env_set_errcall(long env, long callback);

    int __env_set_flags(long env, int flags, int on);

    int __env_set_encrypt(long env, String password, int flags);

    int __memp_set_cachesize(long env, int gigabytes, int bytes, int regions);

    int __lock_set_lk_detect(long env, int policy);

    int __log_set_config(long env, int flags, int on);

    int __log_set_lg_bsize(long env, int bytes);

    int __log_set_lg_max(long env, int bytes);

    int __env_open_pp(long env, String home, int flags, int mode);

    int __env_close_pp(long env, int flags);

    /** Writes what is changed in the cache to the files. */
    int __memp_sync_pp(long env, long lsn);

    int __txn_checkpoint_pp(long env, int kilobytes, int minutes, int flags);

    int __txn_begin_pp(long env, long parent, long handle, int flags);

    int __txn_commit(long txn, int flags);

    int __txn_abort(long txn);

    int __db_set_flags(long db, int flags);

    int __db_set_pagesize(long db, int bytes);

    int __db_open_pp(long db, long txn, String file, String database, int type, int flags, int mode);

    int __db_close_pp(long db, int flags);

    int __db_get_pp(long db, long txn, long key, long value, int flags);

    int __db_put_pp(long db, long txn, long key, long value, int flags);

    int __db_del_pp(long db, long txn, long key, int flags);

    int __db_cursor_pp(long db, long txn, long handle, int flags);

    int __dbc_get_pp(long cursor, long key, long value, int flags);

    int __dbc_close_pp(long cursor);
}
