/* LMDB by its own C calls, with the flags of the adapter's plain profile. */
#include "loops.h"

typedef struct { size_t size; void *data; } Val; /* MDB_val */
extern int mdb_env_create(void **), mdb_env_set_mapsize(void *, size_t), mdb_env_open(void *, const char *, unsigned, int);
extern int mdb_txn_begin(void *, void *, unsigned, void **), mdb_txn_commit(void *), mdb_txn_renew(void *);
extern int mdb_dbi_open(void *, const char *, unsigned, unsigned *), mdb_put(void *, unsigned, Val *, Val *, unsigned);
extern int mdb_get(void *, unsigned, Val *, Val *), mdb_cursor_open(void *, unsigned, void **);
extern int mdb_cursor_get(void *, Val *, Val *, int), mdb_cursor_renew(void *, void *);
extern void mdb_txn_reset(void *), mdb_txn_abort(void *), mdb_cursor_close(void *), mdb_env_close(void *);
extern char *mdb_strerror(int);

enum { NOSYNC = 0x10000, NOMETASYNC = 0x40000, RDONLY = 0x20000, CREATE = 0x40000, INTEGERKEY = 0x08, APPEND = 0x20000 };
enum { NEXT = 8, SET_RANGE = 17 };

static void *env, *reader, *cursor;
static unsigned dbi;

static void check(int code) {
    if (code) die("LMDB", mdb_strerror(code));
}

static void open_store(const char *folder, const char *durability, uint64_t entries, uint64_t cache) {
    (void) cache;
    check(mdb_env_create(&env));
    check(mdb_env_set_mapsize(env, (1UL << 30) + 4 * entries * (8 + VALUE_BYTES) + 64 * entries));
    check(mdb_env_open(env, folder, strcmp(durability, "POWER") ? NOSYNC | NOMETASYNC : 0, 0664));
    void *txn;
    check(mdb_txn_begin(env, NULL, 0, &txn));
    check(mdb_dbi_open(txn, NULL, CREATE | INTEGERKEY, &dbi));
    check(mdb_txn_commit(txn));
}

static void put(void *txn, uint64_t id, int version, unsigned flags) {
    uint8_t bytes[VALUE_BYTES];
    make_value(id, version, bytes);
    Val key = {8, &id}, value = {VALUE_BYTES, bytes};
    check(mdb_put(txn, dbi, &key, &value, flags));
}

static void load(uint64_t entries) {
    void *txn;
    check(mdb_txn_begin(env, NULL, 0, &txn));
    for (uint64_t id = 0; id < entries; id++) put(txn, id, 0, APPEND);
    check(mdb_txn_commit(txn));
    check(mdb_txn_begin(env, NULL, RDONLY, &reader));
    check(mdb_cursor_open(reader, dbi, &cursor));
    mdb_txn_reset(reader);
}

static void get(uint64_t id) {
    Val key = {8, &id}, value;
    check(mdb_txn_renew(reader));
    check(mdb_get(reader, dbi, &key, &value));
    touch(value.data, value.size);
    mdb_txn_reset(reader);
}

static void scan(uint64_t from, int limit) {
    Val key = {8, &from}, value;
    check(mdb_txn_renew(reader));
    check(mdb_cursor_renew(reader, cursor));
    check(mdb_cursor_get(cursor, &key, &value, SET_RANGE));
    touch(value.data, value.size);
    for (int at = 1; at < limit; at++) {
        check(mdb_cursor_get(cursor, &key, &value, NEXT));
        touch(value.data, value.size);
    }
    mdb_txn_reset(reader);
}

static void update(uint64_t id, int version) {
    void *txn;
    check(mdb_txn_begin(env, NULL, 0, &txn));
    put(txn, id, version, 0);
    check(mdb_txn_commit(txn));
}

static void close_store(void) {
    mdb_cursor_close(cursor);
    mdb_txn_abort(reader);
    mdb_env_close(env);
}
