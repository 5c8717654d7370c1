package storemark.jmh;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How often the workload has gone over the store before: some engines are slower the second time, for good. */
@State(Scope.Benchmark)
public class Pass {
    @Param("1")
    public int pass;

    /** A copy that was made for this trial has seen no earlier pass; only a run keeps one between trials. */
    @Setup(Level.Trial)
    public void check(Trial trial) {
        if (trial.plan().pass() != 1 && trial.plan().fork().dataset() == null) {
            throw new IllegalArgumentException("pass " + pass + " needs the store that pass " + (pass - 1)
                    + " left: use 'run --passes " + pass + "'");
        }
    }
}
