package storemark.engines.kyotocabinet;

import jnr.ffi.Variable;

/**
 * The functions of Kyoto Cabinet's C API that {@link KyotoTreeDbEngine} calls, under their own names; {@code long} is an
 * address or a size, as on every 64-bit Unix. See kclangc.h of Kyoto Cabinet 1.2. Safe to share between threads.
 */
public interface KyotoCabinet {
    /** {@code kcdbopen} modes. */
    int WRITER = 1 << 1;

    int CREATE = 1 << 2;
    int AUTOTRAN = 1 << 4;
    int AUTOSYNC = 1 << 5;
    int TRYLOCK = 1 << 7;

    /** {@code kcdbecode}: there is no such record. */
    int NO_RECORD = 7;

    /** The library's version: the value is the address of a C string. */
    Variable<Long> KCVERSION();

    /** The address of a new database object. */
    long kcdbnew();

    void kcdbdel(long db);

    /** Not 0 on success, as all that return {@code int} here unless they say more. */
    int kcdbopen(long db, String path, int mode);

    int kcdbclose(long db);

    /** The calling thread's last error. */
    int kcdbecode(long db);

    String kcdbemsg(long db);

    int kcdbset(long db, long key, long keySize, long value, long valueSize);

    int kcdbremove(long db, long key, long keySize);

    /** The value's size, though it may exceed {@code max}, or -1. */
    int kcdbgetbuf(long db, long key, long keySize, long value, long max);

    /** Writes all caches to the file; with {@code hard}, to the device. */
    int kcdbsync(long db, int hard, long processor, long opaque);

    int kcdbbegintran(long db, int hard);

    int kcdbendtran(long db, int commit);

    long kcdbcursor(long db);

    void kccurdel(long cursor);

    int kccurjumpkey(long cursor, long key, long keySize);

    int kccurjumpbackkey(long cursor, long key, long keySize);

    /**
     * A copy of the current key and value in one region, to be released by {@link #kcfree}, or 0.
     *
     * @param keySize receives a {@code size_t}
     * @param value receives the value's address in that region
     * @param valueSize receives a {@code size_t}
     * @param step not 0 to go on, in the direction of the last jump
     */
    long kccurget(long cursor, long keySize, long value, long valueSize, int step);

    /** As {@link #kccurget}, of the value alone: its copy, to be released by {@link #kcfree}, or 0. */
    long kccurgetvalue(long cursor, long valueSize, int step);

    void kcfree(long region);
}
