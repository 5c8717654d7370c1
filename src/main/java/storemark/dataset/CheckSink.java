package storemark.dataset;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import storemark.engine.Records;
import storemark.engine.Sink;

/**
 * Compares records, as they come, with what they must be. Its memory does not grow with their number. Records come with
 * their keys, in a scan, or after {@link #expect}.
 */
final class CheckSink extends Sink {
    private final Records records;
    private final long entries;
    private final int maxRevision;
    private final byte[] key;
    private final byte[] canonicalKey;
    private final byte[] expected;
    private final List<String> first = new ArrayList<>();
    private byte[] value;
    private long problems;
    private long count;
    private long bytes;
    /** The lowest id of the dataset that no key has reached yet. */
    private long next;
    /** The highest id of any key, foreign ones included; unsigned. Meaningless before the first. */
    private long highest;
    /** The id whose value comes next, or -1 when there is none to compare it with. */
    private long current = -1;
    /** The id that was asked for, or -1. */
    private long asked = -1;

    private boolean begun;
    private boolean awaiting;
    private boolean keyless;
    private int likelyRevision;

    CheckSink(Records records, long entries, int maxRevision) {
        this.records = records;
        this.entries = entries;
        this.maxRevision = maxRevision;
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
        if (Long.compareUnsigned(id, entries) >= 0) {
            problem("id " + Long.toUnsignedString(id) + " is too many: the last is " + (entries - 1));
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
            value = new byte[length]; // longer than any value may be: to be told as a problem
        }
        buffer.get(buffer.position(), value, 0, length);
        value(value, 0, length);
    }

    @Override
    public void value(byte[] buffer, int offset, int length) {
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

    /** Counts the ids from {@code from} to below {@code to} as missing. */
    private void missing(long from, long to) {
        if (to - from == 1) {
            problem("id " + from + " is missing");
        } else if (to > from) {
            problem("ids " + from + " to " + (to - 1) + " are missing");
            problems += to - from - 1;
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
        missing(next, entries);
        next = entries;
    }

    /** Where in the store it is: {@code " after id 17"}. */
    String place() {
        return begun ? " after id " + Long.toUnsignedString(highest) : " before any record";
    }

    /** The id of the first key that the rest of a scan may begin with. */
    long resumeAt() {
        return begun ? highest + 1 : 0;
    }

    /** Whether no key can follow the highest. */
    boolean exhausted() {
        long last = records.keyBytes() == 8 ? -1 : Records.DECIMAL_IDS - 1;
        return begun && highest == last;
    }

    long count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    long problems() {
        return problems;
    }

    List<String> first() {
        return first;
    }
}
