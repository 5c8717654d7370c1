package storemark.engines;

import storemark.engine.Records;
import storemark.engine.StoreSpec;

/** How much disk space a B-tree takes, without its log: an estimate on the high side. */
public final class BTreeSpace {
    /** For branch pages, free pages, and the error of the estimate. */
    private static final double MARGIN = 1.25;
    /** More than the page header of any of these engines, in bytes. */
    private static final int PAGE_HEADER = 64;

    private BTreeSpace() {}

    /**
     * A tree that was loaded in key order: its pages are full, and a record that is larger than half a page shares none.
     *
     * @param page size of a page, in bytes
     * @param overhead of a record in its page beside key and value, in bytes
     */
    public static long loaded(StoreSpec spec, long page, int overhead) {
        Records records = spec.records();
        double mean = records.keyBytes() + records.meanValueBytes() + overhead;
        long room = page - PAGE_HEADER;
        boolean sharesPages = 2L * (records.keyBytes() + records.maxValueBytes() + overhead) <= room;
        double taken = sharesPages ? page / Math.floor(room / mean) : mean + page;
        return Math.round(MARGIN * spec.entries() * taken);
    }

    /** A tree that is written to in random order: a page that was just split is half full. */
    public static long written(StoreSpec spec, long page, int overhead) {
        return 2 * loaded(spec, page, overhead);
    }
}
