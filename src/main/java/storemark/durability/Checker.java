package storemark.durability;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import storemark.durability.Commits.Change;
import storemark.engine.Capability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.Traits;
import storemark.results.Finding;

/**
 * Compares a store that was cut with what its writer had acknowledged. The commit of each thread that came next may be there, whole
 * or not at all; everything else is a finding.
 */
final class Checker {
    /** Values that were never written. */
    private static final int UNKNOWN = -1;

    private final Script script;
    private final Records records;
    private final Traits traits;
    private final Map<Finding, Integer> counts = new EnumMap<>(Finding.class);
    /** The first finding; null before there is one. */
    private String inWords;
    /** The revision of each id that get found: 0 for none. */
    private final int[] got;

    private final int[] newest;
    private final byte[] expected;

    private Checker(Script script, Traits traits) {
        this.script = script;
        this.traits = traits;
        records = script.records();
        got = new int[script.entries()];
        newest = new int[script.threads()];
        expected = new byte[records.maxValueBytes()];
    }

    /**
     * Checks all of {@code store}, and leaves it open.
     *
     * @param acknowledged commits of each thread of {@code script}
     */
    static Findings check(Store store, Traits traits, Script script, int... acknowledged) {
        return new Checker(script, traits).check(store, acknowledged);
    }

    private Findings check(Store store, int... acknowledged) {
        try (Session session = store.session()) {
            for (int thread = 0; thread < acknowledged.length; thread++) {
                get(session, thread, acknowledged[thread]);
            }
            if (traits.can(Capability.SCAN)) {
                scan(session, true);
            }
            if (traits.can(Capability.REVERSE_SCAN)) {
                scan(session, false);
            }
        } catch (Exception failed) {
            add(Finding.DID_NOT_READ, failed.toString());
        }
        if (!counts.containsKey(Finding.DID_NOT_READ)) {
            write(store);
        }
        return new Findings(counts, inWords);
    }

    private void add(Finding finding, String detail) {
        counts.merge(finding, 1, Integer::sum);
        if (inWords == null) {
            inWords = finding.words() + ": " + detail;
        }
    }

    private void get(Session session, int thread, int acknowledged) throws Exception {
        Commits commits = script.commits(thread);
        for (int each = 0; each < acknowledged; each++) {
            commits.next();
        }
        int[] before = commits.revisions();
        List<Change> inFlight = commits.next();
        int[] after = commits.revisions();
        newest[thread] = acknowledged + 1;
        Value value = new Value();
        for (int slot = 0; slot < before.length; slot++) {
            long id = script.id(thread, slot);
            int revision = session.get(id, value) ? revision(id, value, before[slot], after[slot]) : 0;
            got[(int) id] = revision;
            if (revision != before[slot] && revision != after[slot]) {
                add(kind(revision, before[slot], after[slot]), difference(id, revision, before[slot]));
            }
        }
        if (traits.can(Capability.TRANSACTIONS) && isHalf(inFlight, after)) {
            add(Finding.HALF_BATCH, inFlight.size() + " changes of commit " + newest[thread] + " of thread " + thread);
        }
    }

    private static Finding kind(int revision, int before, int after) {
        if (revision == UNKNOWN) {
            return before == 0 && after == 0 ? Finding.OUT_OF_NOTHING : Finding.TORN;
        }
        return Finding.LOST;
    }

    private static String difference(long id, int revision, int before) {
        return "record " + id + " must be " + state(before) + " and is " + state(revision);
    }

    private static String state(int revision) {
        return revision == 0 ? "removed" : revision == UNKNOWN ? "of no revision" : "of revision " + revision;
    }

    private boolean isHalf(List<Change> inFlight, int... after) {
        long there = inFlight.stream()
                .filter(change -> got[(int) change.id()] == after[change.slot()])
                .count();
        return there > 0 && there < inFlight.size();
    }

    /** Which revision {@code value} is: one of the likely ones, or any other that there was. */
    private int revision(long id, Value value, int... likely) {
        for (int revision : likely) {
            if (revision > 0 && is(id, revision, value)) {
                return revision;
            }
        }
        for (int revision = newest[(int) (id % script.threads())]; revision > 0; revision--) {
            if (is(id, revision, value)) {
                return revision;
            }
        }
        return UNKNOWN;
    }

    private boolean is(long id, int revision, Value value) {
        int length = records.value(id, revision, expected);
        return Arrays.equals(value.bytes, 0, value.bytes.length, expected, 0, length);
    }

    private void scan(Session session, boolean ascending) throws Exception {
        String direction = ascending ? "forward" : "reverse";
        BitSet seen = new BitSet(got.length);
        int limit = 2 * got.length; // one that goes round in circles ends
        session.scan(ascending ? 0 : records.highestId(), limit, ascending, new Value() {
            private long last = ascending ? -1 : Long.MAX_VALUE;

            @Override
            void taken() {
                boolean known = id >= 0 && id < got.length;
                if (!known || seen.get((int) id) || ascending != id > last) {
                    add(Finding.ONLY_IN_SCAN, direction + " scan: record " + id + " is out of place");
                } else if (got[(int) id] == 0 || (got[(int) id] > 0 && !is(id, got[(int) id], this))) {
                    add(Finding.ONLY_IN_SCAN, direction + " scan: record " + id + " differs from what get returns");
                }
                last = id;
                if (known) {
                    seen.set((int) id);
                }
            }
        });
        for (int id = 0; id < got.length; id++) {
            if (got[id] != 0 && !seen.get(id)) {
                add(Finding.MISSING_FROM_SCAN, direction + " scan: record " + id);
            }
        }
    }

    private void write(Store store) {
        try (Session session = store.session()) {
            int first = script.threads() * script.slots();
            session.begin(true);
            for (int id = first; id < first + Script.SPARE - 1; id++) {
                session.put(id, 1);
            }
            session.commit();
            session.put(first + Script.SPARE - 1, 1);
            Value value = new Value();
            for (int id = first; id < first + Script.SPARE; id++) {
                if (!session.get(id, value) || !is(id, 1, value)) {
                    add(Finding.DID_NOT_WRITE, "record " + id + " was put and is not there");
                }
            }
        } catch (Exception failed) {
            add(Finding.DID_NOT_WRITE, failed.toString());
        }
    }

    /** Keeps the last value that it was given. */
    private class Value extends Sink {
        private byte[] bytes = new byte[0];
        long id;

        /** Called with each value. */
        void taken() {}

        @Override
        public boolean wantsKeys() {
            return true;
        }

        @Override
        public void key(byte[] buffer, int offset) {
            id = records.id(buffer, offset);
        }

        @Override
        public void key(ByteBuffer buffer) {
            id = records.id(buffer);
        }

        @Override
        public void value(byte[] buffer, int offset, int length) {
            bytes = Arrays.copyOfRange(buffer, offset, offset + length);
            taken();
        }

        @Override
        public void value(ByteBuffer buffer) {
            bytes = new byte[buffer.remaining()];
            buffer.get(buffer.position(), bytes);
            taken();
        }
    }
}
