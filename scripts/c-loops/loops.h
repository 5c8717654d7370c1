/* What the C loops share: the records of storemark.engine.Records, the digest of storemark.engine.DigestSink, and the clock. */
#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define VALUE_BYTES 100
#define SCANNED 100
#define WALKED 1000
#define BLOCK 100 /* operations between two looks at the clock */

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15ULL, MIX_1 = 0xBF58476D1CE4E5B9ULL, MIX_2 = 0x94D049BB133111EBULL;
static const uint64_t SEED = 1;

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * MIX_1;
    z = (z ^ (z >> 27)) * MIX_2;
    return z ^ (z >> 31);
}

static inline void make_value(uint64_t id, int revision, uint8_t *to) {
    uint64_t state = mix(mix(SEED + id * GOLDEN) + (uint64_t) revision);
    for (int at = 0; at < VALUE_BYTES; at += 8) {
        state += GOLDEN;
        uint64_t word = (state ^ (state >> 32)) * MIX_1;
        word ^= word >> 29;
        memcpy(to + at, &word, VALUE_BYTES - at < 8 ? VALUE_BYTES - at : 8);
    }
}

static uint64_t digest;

static inline uint64_t rotate(uint64_t word) { return word << 7 | word >> 57; }

static inline uint64_t word_at(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, 8);
    return word;
}

/* One word of each 64-byte line. */
static inline void touch(const void *found, size_t length) {
    const uint8_t *value = found;
    uint64_t folded = word_at(value + length - 8) + rotate(word_at(value));
    for (size_t at = 64; at < length - 8; at += 64) folded = rotate(folded) + word_at(value + at);
    digest = rotate(digest) + length + folded;
}

static void die(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why ? why : "?");
    exit(1);
}

static uint64_t drawn = 1;

/* An id below range, as java.util.SplittableRandom draws it. */
static inline uint64_t draw(uint64_t range) { return mix(drawn += GOLDEN) % range; }

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

/* What each store gives. A walk is a scan of WALKED records. */
static void open_store(const char *folder, const char *durability, uint64_t entries, uint64_t cache);
static void close_store(void);
static void load(uint64_t entries);
static void get(uint64_t id);
static void scan(uint64_t from, int limit);
static void update(uint64_t id, int revision);

static int revision;

static void run(const char *workload, uint64_t entries) {
    switch (workload[0]) {
        case 'r': get(draw(entries)); break;
        case 's': scan(draw(entries - SCANNED + 1), SCANNED); break;
        case 'w': scan(draw(entries - WALKED + 1), WALKED); break;
        case 'u': update(draw(entries), revision); break;
        default: die("workload", workload);
    }
}

static uint64_t run_until(double end, const char *workload, uint64_t entries) {
    uint64_t done = 0;
    while (seconds(CLOCK_MONOTONIC) < end) {
        revision = revision % 15 + 1;
        for (int at = 0; at < BLOCK; at++) run(workload, entries);
        done += BLOCK;
    }
    return done;
}

/* FOLDER DURABILITY ENTRIES CACHE-BYTES MILLIS WORKLOADS: prints what LoopsFork prints, a line a workload. */
int main(int count, char **args) {
    if (count != 7) die(args[0], "FOLDER DURABILITY ENTRIES CACHE-BYTES MILLIS WORKLOADS");
    uint64_t entries = strtoull(args[3], NULL, 10);
    double each = atof(args[5]) / 1e3;
    open_store(args[1], args[2], entries, strtoull(args[4], NULL, 10));
    double cpu = -seconds(CLOCK_THREAD_CPUTIME_ID), wall = -seconds(CLOCK_MONOTONIC);
    load(entries);
    cpu += seconds(CLOCK_THREAD_CPUTIME_ID);
    wall += seconds(CLOCK_MONOTONIC);
    printf("load %.0f %.0f 0\n", entries / cpu, entries / wall);
    for (char *workload = strtok(args[6], ","); workload; workload = strtok(NULL, ",")) {
        run_until(seconds(CLOCK_MONOTONIC) + each, workload, entries);
        cpu = -seconds(CLOCK_THREAD_CPUTIME_ID);
        wall = -seconds(CLOCK_MONOTONIC);
        uint64_t done = run_until(each - wall, workload, entries);
        cpu += seconds(CLOCK_THREAD_CPUTIME_ID);
        wall += seconds(CLOCK_MONOTONIC);
        printf("%s %.0f %.0f 0\n", workload, done / cpu, done / wall);
    }
    close_store();
    printf("digest %llu\n", (unsigned long long) digest);
    return 0;
}
