package storemark.dataset;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import storemark.engine.Records;
import storemark.engine.Sink;

/**
 * Compares the records of a range of ids, as they come, with what they must be. Its memory does not grow with their number.
 * Records come with their keys, in a scan, or after {@link #expect}. Those after the range are the next one's, and only their
 * order is looked at; after the last range there must be none.
 */
final class CheckSink extends Sink {
    private final Records records;
    /** The first id of the range. */
    final long from;

    /** The id after its last. */
    final long to;

    /** The first problems, one line each. */
    final List<String> first = new ArrayList<>();

    private final boolean last;
    private final int maxRevision;
    private final byte[] key;
    private final byte[] canonicalKey;
    private final byte[] expected;
    private byte[] value;
    long problems;
    /** How many values have come, those after the range included. */
    long handedOver;

    long count;
    long bytes;
    /** The lowest id of the range that no key has reached yet. */
    private long next;
    /** The highest id of any key, foreign ones included; unsigned. Meaningless before the first. */
    private long highest;
    /** The id whose value comes next, or -1 when there is none to compare it with. */
    private long current = -1;
    /** The id that was asked for, or -1. */
    private long asked = -1;

    private boolean begun;
    /** Whether a record after the range has come. */
    boolean beyond;

    private boolean awaiting;
    private boolean keyless;
    private int likelyRevision;

    /**
     * @param from the first id of the range
     * @param to the id after its last
     * @param last whether no record may come after the range
     */
    CheckSink(Records records, long from, long to, boolean last, int maxRevision) {
        this.records = records;
        this.from = from;
        this.to = to;
        this.last = last;
        this.maxRevision = maxRevision;
        next = from;
        key = new byte[records.keyBytes()];
        canonicalKey = new byte[records.keyBytes()];
        expected = new byte[records.maxValueBytes()];
        value = new byte[records.maxValueBytes()];
    }

    @Override
    public boolean wantsKeys() {
        return true;
    }

    /** Takes the next value, if one comes, as that of {@code id}. */
    void expect(long id) {
        asked = id;
    }

    @Override
    public void key(ByteBuffer buffer) {
        buffer.get(buffer.position(), key);
        key(key, 0);
    }

    @Override
    public void key(byte[] buffer, int offset) {
        long id = records.id(buffer, offset);
        records.key(id, canonicalKey);
        if (Arrays.equals(canonicalKey, 0, canonicalKey.length, buffer, offset, offset + canonicalKey.length)) {
            arrive(id);
        } else {
            problem("key " + HexFormat.of().formatHex(buffer, offset, offset + canonicalKey.length)
                    + " is no key of these records" + place());
            awaiting = true;
            current = -1;
        }
    }

    private void arrive(long id) {
        awaiting = true;
        current = id;
        if (Long.compareUnsigned(id, to) >= 0) {
            current = -1;
            beyond = !last;
            if (last) {
                problem("id " + Long.toUnsignedString(id) + " is too many: the last is " + (to - 1));
            }
        } else if (beyond) {
            problem("id " + id + " comes after id " + Long.toUnsignedString(highest) + ": out of order");
        } else if (id < from) {
            problem("id " + id + " comes in a scan from id " + from + ": out of order");
            current = -1;
        } else if (id >= next) {
            missing(next, id);
            next = id + 1;
        } else if (id == next - 1) {
            problem("id " + id + " comes twice");
        } else {
            problem("id " + id + " comes after id " + (next - 1) + ": out of order");
        }
        if (!begun || Long.compareUnsigned(id, highest) > 0) {
            highest = id;
            begun = true;
        }
    }

    @Override
    public void value(ByteBuffer buffer) {
        int length = buffer.remaining();
        if (length > value.length) {
            value = new byte[length]; // longer than any value may be: reported as a problem
        }
        buffer.get(buffer.position(), value, 0, length);
        value(value, 0, length);
    }

    @Override
    public void value(byte[] buffer, int offset, int length) {
        handedOver++;
        if (beyond && current < 0) {
            awaiting = false;
            return;
        }
        count++;
        bytes += key.length + length;
        if (asked >= 0) {
            arrive(asked);
            asked = -1;
        }
        if (!awaiting) {
            if (!keyless) {
                problem("values come without keys" + place());
                keyless = true; // an engine's fault, which the next record repeats
            }
        } else if (current >= 0) {
            compare(buffer, offset, length);
        }
        awaiting = false;
    }

    private void compare(byte[] buffer, int offset, int length) {
        int wrong = mismatch(likelyRevision, buffer, offset, length);
        for (int revision = 0; wrong >= 0 && revision <= maxRevision; revision++) {
            if (revision != likelyRevision && mismatch(revision, buffer, offset, length) < 0) {
                likelyRevision = revision;
                wrong = -1;
            }
        }
        if (wrong < 0) {
            return;
        }
        int right = records.valueBytes(current);
        if (length != right) {
            problem("id " + current + ": value of " + length + " bytes, not " + right);
        } else if (maxRevision == 0) {
            problem("id " + current + ": value of revision 0 differs at byte " + wrong);
        } else {
            problem("id " + current + ": value is that of no revision from 0 to " + maxRevision);
        }
    }

    /** The first byte that differs from the value of {@code revision}, or -1. */
    private int mismatch(int revision, byte[] buffer, int offset, int length) {
        int right = records.value(current, revision, expected);
        return Arrays.mismatch(buffer, offset, offset + length, expected, 0, right);
    }

    /** Counts the ids from {@code low} to below {@code high} as missing. */
    private void missing(long low, long high) {
        if (high - low == 1) {
            problem("id " + low + " is missing");
        } else if (high > low) {
            problem("ids " + low + " to " + (high - 1) + " are missing");
            problems += high - low - 1;
        }
    }

    /** Counts a problem, and keeps its line if it is among the first. */
    void problem(String line) {
        problems++;
        if (first.size() < Verification.LISTED) {
            first.add(line);
        }
    }

    /** Every record has come: those that did not are missing. */
    void end() {
        missing(next, to);
        next = to;
    }

    /** Where in the store it is: {@code " after id 17"}. */
    String place() {
        return begun
                ? " after id " + Long.toUnsignedString(highest)
                : from == 0 ? " before any record" : " from id " + from + " on";
    }

    /** The id of the first key that the rest of a scan may begin with. */
    long resumeAt() {
        return begun ? highest + 1 : from;
    }

    /** How many records it takes to see the first one after the range, at the most; unlimited for the last range. */
    long untilBeyond() {
        return last ? Long.MAX_VALUE : Math.max(1, to - resumeAt() + 1);
    }

    /** Whether no key can follow the highest. */
    boolean exhausted() {
        return begun && highest == records.highestId();
    }
}
