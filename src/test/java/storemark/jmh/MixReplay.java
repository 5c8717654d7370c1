package storemark.jmh;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import storemark.parameter.Parameters;
import storemark.workload.KeyChooser;
import storemark.workload.Workload;

/** The mix of one thread of {@link WritesTest}, drawn again and done without a store: what each operation must have read. */
final class MixReplay {
    private final boolean scans;
    private final SplittableRandom random;
    private final KeyChooser chooser;
    private final Map<Long, Integer> revisions = new HashMap<>();
    private final ExpectedDigest expected;
    private int revision;
    private int appended;

    MixReplay(Trial trial, int index, int threads, boolean scans) {
        this.scans = scans;
        expected = new ExpectedDigest(trial.plan().records());
        random = InProcess.random(Workload.MIX, index);
        chooser = KeyChooser.of(
                trial.plan().get(Parameters.DISTRIBUTION),
                random.split(),
                trial.plan().get(Parameters.SEED),
                WritesTest.ENTRIES + index,
                threads);
        if (threads == 1) {
            for (long id = 0; id < WritesTest.STEP; id++) {
                expected.read(id, 0); // what is read ahead counts
            }
        }
    }

    /** Does the next operation, and returns the digest that the thread must have after it. */
    long next() {
        int draw = random.nextInt(100);
        int reads = scans ? 20 : 60;
        if (draw < reads) {
            see(chooser.next(WritesTest.STEP));
        } else if (draw < reads + 30) {
            update(chooser.next(WritesTest.STEP));
        } else if (scans && draw < reads + 50) {
            long from = chooser.next(WritesTest.STEP);
            for (long id = from; id < from + 20; id++) {
                see(id);
            }
        } else if (scans && draw < 90) {
            revisions.put(WritesTest.ENTRIES + (long) appended++, 0);
        } else {
            long id = chooser.next(WritesTest.STEP);
            see(id);
            update(id);
        }
        return expected.digest();
    }

    private void see(long id) {
        expected.read(id, revisions.getOrDefault(id, 0));
    }

    private void update(long id) {
        revision = revision % TrialPlan.REVISIONS + 1;
        revisions.put(id, revision);
    }
}
