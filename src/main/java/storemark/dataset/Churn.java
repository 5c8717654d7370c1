package storemark.dataset;

import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Touch;
import storemark.workload.Permutation;

/**
 * Ages a store at a constant number of records. A turnover deletes all records and inserts as many others, both in random order, in
 * transactions that do as much of either. Records of two ranges of ids take turns, so that the last turnover leaves the ids 0 to
 * {@code entries - 1} at revision 0, which a fresh load also has, whatever the number of turnovers. Their keys, and the sizes of
 * their values where these differ, are not those of the records that they replace. Immutable; all follows from the seed.
 *
 * @param records the shape of the records
 * @param entries how many there are at a time; at least 0
 * @param turnovers how often all of them are replaced; at least 0
 */
record Churn(Records records, long entries, int turnovers) {
    /** Deletes and inserts in a transaction, together. */
    private static final int TRANSACTION = 1000;

    private static final int DELETED_CHECKED = 1000;

    /** Takes the number of records that were replaced so far, after each transaction. */
    interface Replaced {
        void records(long count) throws SpaceExhausted;
    }

    /** The first id of those that are there before a turnover, the first of which is 0. */
    long first(int turnover) {
        return (turnovers - turnover) % 2 * entries;
    }

    /**
     * Replaces all records as often as it must.
     *
     * @param session of a store that holds {@code entries} records from {@link #first} on
     */
    void run(Session session, Replaced replaced) throws Exception {
        SplittableRandom seeds = new SplittableRandom(records.seed());
        for (int turnover = 0; turnover < turnovers && entries > 0; turnover++) {
            Permutation deletes = new Permutation(entries, seeds.nextLong());
            Permutation inserts = new Permutation(entries, seeds.nextLong());
            turn(session, turnover, deletes, inserts, replaced);
        }
    }

    /**
     * Looks for some of what the last turnover has deleted, as verify does not see all of a store without order.
     *
     * @throws IllegalStateException if one is still there
     */
    void refuseDeleted(Session session) throws Exception {
        long checked = turnovers == 0 ? 0 : Math.min(entries, DELETED_CHECKED);
        Permutation some = new Permutation(Math.max(1, entries), records.seed());
        for (long at = 0; at < checked; at++) {
            long id = entries + some.at(at);
            if (session.get(id, new DigestSink(Touch.NONE, 0))) {
                throw new IllegalStateException("id " + id + " was deleted and is still there");
            }
        }
    }

    private void turn(Session session, int turnover, Permutation deletes, Permutation inserts, Replaced replaced)
            throws Exception {
        int batch = Math.max(1, Loader.batch(records, TRANSACTION) / 2);
        for (long from = 0; from < entries; from += batch) {
            long to = Math.min(entries, from + batch);
            session.begin(true);
            for (long at = from; at < to; at++) {
                session.delete(first(turnover) + deletes.at(at));
            }
            for (long at = from; at < to; at++) {
                session.put(first(turnover + 1) + inserts.at(at), 0);
            }
            session.commit();
            replaced.records(turnover * entries + to);
        }
    }
}
