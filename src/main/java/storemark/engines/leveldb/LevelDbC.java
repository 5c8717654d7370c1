package storemark.engines.leveldb;

/**
 * The functions of LevelDB's C API that {@link LevelDbSystemEngine} calls, under their own names; {@code long} is an address or a
 * size, as on every 64-bit Unix. See include/leveldb/c.h of LevelDB 1.23. An {@code error} is the address of a {@code char*} that is
 * 0, and after a failure holds a message that {@link #leveldb_free} releases. Safe to share between threads.
 */
public interface LevelDbC {
    int leveldb_major_version();

    int leveldb_minor_version();

    long leveldb_open(long options, String directory, long error);

    /** Waits for the compaction under way. */
    void leveldb_close(long db);

    void leveldb_put(long db, long writeOptions, long key, long keySize, long value, long valueSize, long error);

    void leveldb_delete(long db, long writeOptions, long key, long keySize, long error);

    void leveldb_write(long db, long writeOptions, long batch, long error);

    /** A copy of the value, which {@link #leveldb_free} releases; 0 where there is none, and after a failure. */
    long leveldb_get(long db, long readOptions, long key, long keySize, long valueSize, long error);

    /** A C string which {@link #leveldb_free} releases, or 0 where there is no such property. */
    long leveldb_property_value(long db, String property);

    long leveldb_create_snapshot(long db);

    void leveldb_release_snapshot(long db, long snapshot);

    void leveldb_free(long memory);

    /** Sees the store as it is now; at no record yet. */
    long leveldb_create_iterator(long db, long readOptions);

    void leveldb_iter_destroy(long iterator);

    /** Not 0 at a record. */
    byte leveldb_iter_valid(long iterator);

    void leveldb_iter_seek(long iterator, long key, long keySize);

    void leveldb_iter_seek_to_last(long iterator);

    void leveldb_iter_next(long iterator);

    void leveldb_iter_prev(long iterator);

    /** The address of the key, good until the iterator moves. */
    long leveldb_iter_key(long iterator, long keySize);

    /** The address of the value, good until the iterator moves. */
    long leveldb_iter_value(long iterator, long valueSize);

    void leveldb_iter_get_error(long iterator, long error);

    long leveldb_writebatch_create();

    void leveldb_writebatch_destroy(long batch);

    void leveldb_writebatch_clear(long batch);

    void leveldb_writebatch_put(long batch, long key, long keySize, long value, long valueSize);

    void leveldb_writebatch_delete(long batch, long key, long keySize);

    long leveldb_options_create();

    void leveldb_options_destroy(long options);

    void leveldb_options_set_create_if_missing(long options, byte yes);

    void leveldb_options_set_error_if_exists(long options, byte yes);

    /** 0 for none, 1 for Snappy. */
    void leveldb_options_set_compression(long options, int compression);

    void leveldb_options_set_write_buffer_size(long options, long bytes);

    void leveldb_options_set_max_open_files(long options, int files);

    void leveldb_options_set_cache(long options, long cache);

    void leveldb_options_set_filter_policy(long options, long filter);

    long leveldb_cache_create_lru(long bytes);

    void leveldb_cache_destroy(long cache);

    long leveldb_filterpolicy_create_bloom(int bitsPerKey);

    void leveldb_filterpolicy_destroy(long filter);

    long leveldb_readoptions_create();

    void leveldb_readoptions_destroy(long options);

    void leveldb_readoptions_set_snapshot(long options, long snapshot);

    long leveldb_writeoptions_create();

    void leveldb_writeoptions_destroy(long options);

    void leveldb_writeoptions_set_sync(long options, byte yes);
}
