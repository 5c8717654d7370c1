package storemark.jmh;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import storemark.engine.Records;
import storemark.parameter.Parameters;
import storemark.workload.Permutation;
import storemark.workload.Workload;
import storemark.workload.WriteOrder;

/** In which order records are inserted or removed. */
@State(Scope.Benchmark)
public class WriteShape {
    /** So that what a load in random order wrote first is not removed first. */
    private static final long REMOVAL = 0x2545f491;

    @Param("shuffled")
    public String order;

    private WriteOrder writeOrder;
    private Permutation permutation;
    private Records records;

    @Setup(Level.Trial)
    public void open(Trial trial) {
        open(trial.plan(), trial.plan().entries());
    }

    /** @param entries how many records are written */
    void open(TrialPlan plan, long entries) {
        writeOrder = plan.get(Parameters.ORDER);
        boolean removes = plan.workload() == Workload.REMOVE;
        if (writeOrder == WriteOrder.RANDOM && removes) {
            throw new IllegalArgumentException(
                    "order: must be sequential or shuffled for remove, because random can draw a key twice");
        }
        permutation = new Permutation(entries, plan.get(Parameters.SEED) ^ (removes ? REMOVAL : 0));
        records = plan.records();
    }

    /** The id to write at {@code index}, 0 to entries-1. */
    long idAt(long index, SplittableRandom random) {
        return switch (writeOrder) {
            case SEQUENTIAL -> index;
            case SHUFFLED -> permutation.at(index);
            case RANDOM -> records.idOf(random.nextLong());
        };
    }
}
