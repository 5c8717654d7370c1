package storemark.results;

import java.util.Locale;

/** What can be wrong with a store that was cut. */
public enum Finding {
    /** An acknowledged record is not there, or an older one in its place, or a removed one is back. */
    LOST("lost"),
    /** A record has a value that was never written. */
    TORN("torn"),
    /** A record is there that was never written. */
    OUT_OF_NOTHING("out of nothing"),
    /** A get finds it and a scan does not. */
    MISSING_FROM_SCAN("missing from scan"),
    /** A scan finds it, and a get finds none or another; or a scan finds it twice or out of order. */
    ONLY_IN_SCAN("only in scan"),
    /** A batch that is promised to be atomic is there in part. */
    HALF_BATCH("half of a batch"),
    DID_NOT_OPEN("would not open"),
    /** A get or a scan ends with an error, or the process died. */
    DID_NOT_READ("would not read"),
    /** Opening or reading passed the time limit. */
    DID_NOT_END("would not end"),
    /** It takes no more records, or does not have them when it is asked. */
    DID_NOT_WRITE("would not write");

    private final String words;

    Finding(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** In files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
