package storemark.durability;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The commits of one thread of a {@link Script}, one after the other. Used by one thread. */
final class Commits {
    /** Every 8th commit is a batch of 10, every 50th one of 1,000. */
    private static final int SMALL_BATCH_EACH = 8;

    private static final int LARGE_BATCH_EACH = 50;
    private static final int LARGE_BATCH_FIRST = 20;

    /** Half of the single commits are to these few records, so that each is overwritten and removed often. */
    private static final int HOT = 32;

    private static final double REMOVED = 0.3;

    /** One record of a commit: revision 0 removes it. */
    record Change(int slot, long id, int revision) {}

    private final Script script;
    private final int thread;
    private final SplittableRandom random;
    private final int[] revisions;
    private int number;
    private int inserted;

    Commits(Script script, int thread, long seed) {
        this.script = script;
        this.thread = thread;
        random = new SplittableRandom(seed);
        revisions = new int[script.slots()];
    }

    /** The revision of each record after the commits so far, 0 where there is none. */
    int[] revisions() {
        return revisions.clone();
    }

    /** The next commit: more than one change is a batch. Each revision is the number of its commit, from 1 on. */
    List<Change> next() {
        number++;
        List<Change> changes = new ArrayList<>();
        if (script.isWork()) {
            for (int left = Script.size(number - 1).records(); left > 0; left--) {
                changes.add(change(inserted++, false));
            }
        } else if (number % LARGE_BATCH_EACH == LARGE_BATCH_FIRST) {
            batch(1_000, changes);
        } else if (number % SMALL_BATCH_EACH == 0) {
            batch(10, changes);
        } else {
            int slot = random.nextInt(random.nextBoolean() ? HOT : revisions.length);
            changes.add(change(slot, random.nextDouble() < REMOVED));
        }
        return changes;
    }

    /** Records next to each other from anywhere on, none of them twice. */
    private void batch(int size, List<Change> changes) {
        int first = random.nextInt(revisions.length);
        for (int each = 0; each < size; each++) {
            changes.add(change((first + each) % revisions.length, random.nextDouble() < REMOVED));
        }
    }

    private Change change(int slot, boolean remove) {
        revisions[slot] = remove && revisions[slot] > 0 ? 0 : number;
        return new Change(slot, script.id(thread, slot), revisions[slot]);
    }
}
