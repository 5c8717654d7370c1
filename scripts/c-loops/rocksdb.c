/* RocksDB by the C API that the library of rocksdbjni exports, with the settings of the adapter's plain profile. */
#include "loops.h"

extern void *rocksdb_options_create(void), *rocksdb_readoptions_create(void), *rocksdb_writeoptions_create(void);
extern void *rocksdb_block_based_options_create(void), *rocksdb_cache_create_hyper_clock(size_t, size_t);
extern void *rocksdb_write_buffer_manager_create_with_cache(size_t, void *, unsigned char);
extern void rocksdb_options_set_create_if_missing(void *, unsigned char), rocksdb_options_set_compression(void *, int);
extern void rocksdb_options_set_write_buffer_size(void *, size_t), rocksdb_options_set_write_buffer_manager(void *, void *);
extern void rocksdb_block_based_options_set_block_cache(void *, void *);
extern void rocksdb_options_set_block_based_table_factory(void *, void *);
extern void rocksdb_writeoptions_disable_WAL(void *, int), rocksdb_writeoptions_set_sync(void *, unsigned char);
extern void *rocksdb_open(void *, const char *, char **), *rocksdb_create_iterator(void *, void *);
extern void *rocksdb_get_pinned(void *, void *, const char *, size_t, char **);
extern const char *rocksdb_pinnableslice_value(const void *, size_t *), *rocksdb_iter_value(const void *, size_t *);
extern void rocksdb_pinnableslice_destroy(void *), rocksdb_put(void *, void *, const char *, size_t, const char *, size_t, char **);
extern void rocksdb_iter_refresh(const void *, char **), rocksdb_iter_seek(void *, const char *, size_t), rocksdb_iter_next(void *);
extern unsigned char rocksdb_iter_valid(const void *);
extern void rocksdb_iter_destroy(void *), rocksdb_close(void *);
extern void *rocksdb_envoptions_create(void), *rocksdb_sstfilewriter_create(void *, void *);
extern void rocksdb_sstfilewriter_open(void *, const char *, char **), rocksdb_sstfilewriter_finish(void *, char **);
extern void rocksdb_sstfilewriter_put(void *, const char *, size_t, const char *, size_t, char **), rocksdb_sstfilewriter_destroy(void *);
extern void *rocksdb_ingestexternalfileoptions_create(void);
extern void rocksdb_ingestexternalfileoptions_set_move_files(void *, unsigned char);
extern void rocksdb_ingest_external_file(void *, const char *const *, size_t, void *, char **);

static const uint64_t FILE_BYTES = 64 << 20;
static void *db, *options, *reads, *writes, *iterator;
static char *error;
static const char *directory;

static void check(void) {
    if (error) die("RocksDB", error);
}

static void open_store(const char *folder, const char *durability, uint64_t entries, uint64_t cache_bytes) {
    (void) entries;
    directory = folder;
    void *cache = rocksdb_cache_create_hyper_clock(cache_bytes, 0);
    void *table = rocksdb_block_based_options_create();
    rocksdb_block_based_options_set_block_cache(table, cache);
    options = rocksdb_options_create();
    rocksdb_options_set_create_if_missing(options, 1);
    rocksdb_options_set_compression(options, 0);
    rocksdb_options_set_write_buffer_size(options, cache_bytes / 4 < FILE_BYTES ? cache_bytes / 4 : FILE_BYTES);
    rocksdb_options_set_write_buffer_manager(options, rocksdb_write_buffer_manager_create_with_cache(0, cache, 0));
    rocksdb_options_set_block_based_table_factory(options, table);
    reads = rocksdb_readoptions_create();
    writes = rocksdb_writeoptions_create();
    rocksdb_writeoptions_disable_WAL(writes, !strcmp(durability, "NONE"));
    rocksdb_writeoptions_set_sync(writes, !strcmp(durability, "POWER"));
    db = rocksdb_open(options, folder, &error);
    check();
}

static void load(uint64_t entries) {
    void *writer = rocksdb_sstfilewriter_create(rocksdb_envoptions_create(), options);
    void *moved = rocksdb_ingestexternalfileoptions_create();
    rocksdb_ingestexternalfileoptions_set_move_files(moved, 1);
    char path[4096];
    const char *paths[] = {path};
    uint8_t value[VALUE_BYTES];
    uint64_t bytes = 0;
    for (uint64_t id = 0; id < entries; id++) {
        if (bytes == 0) {
            snprintf(path, sizeof path, "%s/load-%llu.sst", directory, (unsigned long long) id);
            rocksdb_sstfilewriter_open(writer, path, &error);
            check();
        }
        uint64_t key = htobe64(id);
        make_value(id, 0, value);
        rocksdb_sstfilewriter_put(writer, (char *) &key, 8, (char *) value, VALUE_BYTES, &error);
        check();
        bytes += 8 + VALUE_BYTES;
        if (bytes >= FILE_BYTES || id == entries - 1) {
            rocksdb_sstfilewriter_finish(writer, &error);
            check();
            rocksdb_ingest_external_file(db, paths, 1, moved, &error);
            check();
            bytes = 0;
        }
    }
    rocksdb_sstfilewriter_destroy(writer);
    iterator = rocksdb_create_iterator(db, reads);
}

static void get(uint64_t id) {
    uint64_t key = htobe64(id);
    size_t size;
    void *slice = rocksdb_get_pinned(db, reads, (char *) &key, 8, &error);
    check();
    if (!slice) die("RocksDB", "a record is missing");
    const char *value = rocksdb_pinnableslice_value(slice, &size);
    touch(value, size);
    rocksdb_pinnableslice_destroy(slice);
}

static void scan(uint64_t from, int limit) {
    uint64_t key = htobe64(from);
    size_t size;
    rocksdb_iter_refresh(iterator, &error);
    check();
    rocksdb_iter_seek(iterator, (char *) &key, 8);
    for (int at = 0; at < limit; at++) {
        if (!rocksdb_iter_valid(iterator)) die("RocksDB", "a scan ended early");
        const char *value = rocksdb_iter_value(iterator, &size);
        touch(value, size);
        rocksdb_iter_next(iterator);
    }
}

static void update(uint64_t id, int version) {
    uint64_t key = htobe64(id);
    uint8_t value[VALUE_BYTES];
    make_value(id, version, value);
    rocksdb_put(db, writes, (char *) &key, 8, (char *) value, VALUE_BYTES, &error);
    check();
}

static void close_store(void) {
    rocksdb_iter_destroy(iterator);
    rocksdb_close(db);
}
