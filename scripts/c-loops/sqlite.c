/* SQLite by its own C calls, with the statements and settings of the adapter's plain profile. The system's library: sqlite-jdbc's exports none. */
#include "loops.h"

extern int sqlite3_open(const char *, void **), sqlite3_close(void *), sqlite3_exec(void *, const char *, void *, void *, char **);
extern int sqlite3_prepare_v2(void *, const char *, int, void **, const char **), sqlite3_step(void *), sqlite3_reset(void *);
extern int sqlite3_bind_int64(void *, int, long long), sqlite3_bind_blob(void *, int, const void *, int, void (*)(void *));
extern const void *sqlite3_column_blob(void *, int);
extern int sqlite3_column_bytes(void *, int), sqlite3_finalize(void *);
extern const char *sqlite3_errmsg(void *);

enum { ROW = 100, DONE = 101 };

static void *db, *selects, *scans, *writes;

static void check(int right) {
    if (!right) die("SQLite", sqlite3_errmsg(db));
}

static void execute(const char *sql) { check(!sqlite3_exec(db, sql, NULL, NULL, NULL)); }

static void *prepare(const char *sql) {
    void *statement;
    check(!sqlite3_prepare_v2(db, sql, -1, &statement, NULL));
    return statement;
}

static void open_store(const char *folder, const char *durability, uint64_t entries, uint64_t cache) {
    (void) entries;
    char text[4096];
    snprintf(text, sizeof text, "%s/records.db", folder);
    check(!sqlite3_open(text, &db));
    execute("PRAGMA page_size=4096");
    execute("PRAGMA journal_mode=WAL");
    execute(strcmp(durability, "POWER") ? "PRAGMA synchronous=OFF" : "PRAGMA synchronous=FULL");
    snprintf(text, sizeof text, "PRAGMA cache_size=-%llu", (unsigned long long) cache >> 10);
    execute(text);
    execute("CREATE TABLE records(k INTEGER PRIMARY KEY, v BLOB NOT NULL)");
    selects = prepare("SELECT v FROM records WHERE k = ?");
    scans = prepare("SELECT v FROM records WHERE k >= ? ORDER BY k");
    writes = prepare("REPLACE INTO records VALUES (?, ?)");
}

static void update(uint64_t id, int version) {
    uint8_t value[VALUE_BYTES];
    make_value(id, version, value);
    sqlite3_bind_int64(writes, 1, (long long) id);
    sqlite3_bind_blob(writes, 2, value, VALUE_BYTES, NULL);
    check(sqlite3_step(writes) == DONE);
    sqlite3_reset(writes);
}

static void load(uint64_t entries) {
    execute("BEGIN");
    for (uint64_t id = 0; id < entries; id++) update(id, 0);
    execute("COMMIT");
    execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

static void rows(void *statement, uint64_t from, int limit) {
    sqlite3_bind_int64(statement, 1, (long long) from);
    for (int at = 0; at < limit; at++) {
        check(sqlite3_step(statement) == ROW);
        touch(sqlite3_column_blob(statement, 0), sqlite3_column_bytes(statement, 0));
    }
    sqlite3_reset(statement);
}

static void get(uint64_t id) { rows(selects, id, 1); }

static void scan(uint64_t from, int limit) { rows(scans, from, limit); }

static void close_store(void) {
    sqlite3_finalize(selects);
    sqlite3_finalize(scans);
    sqlite3_finalize(writes);
    sqlite3_close(db);
}
