package storemark.engines;

import storemark.engine.Records;
import storemark.engine.StoreSpec;

/** How much of a disk a B-tree takes, by what its pages hold, without a log beside it: an estimate on the high side. */
public final class BTreeSpace {
    /** For branch pages, free pages, and what an estimate is wrong by. */
    private static final double MARGIN = 1.25;
    /** More than the header of a page takes in any of these engines. */
    private static final int PAGE_HEADER = 64;

    private BTreeSpace() {}

    /**
     * A tree that was loaded in key order: each page is filled with as many records as go into it, and a record that is larger
     * than half a page ends in a page that it shares with none.
     *
     * @param page size of a page, in bytes
     * @param overhead what a record takes in its page beside key and value, in bytes
     */
    public static long loaded(StoreSpec spec, long page, int overhead) {
        Records records = spec.records();
        double mean = records.keyBytes() + records.meanValueBytes() + overhead;
        long room = page - PAGE_HEADER;
        boolean sharesPages = 2L * (records.keyBytes() + records.maxValueBytes() + overhead) <= room;
        double taken = sharesPages ? page / Math.floor(room / mean) : mean + page;
        return Math.round(MARGIN * spec.entries() * taken);
    }

    /** A tree that is written to in random order: a page that has just been split is half full. */
    public static long written(StoreSpec spec, long page, int overhead) {
        return 2 * loaded(spec, page, overhead);
    }
}
