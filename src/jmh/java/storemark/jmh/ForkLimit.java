package storemark.jmh;

import storemark.fork.ForkPlan;
import storemark.machine.MemoryGroup;
import storemark.parameter.Parameters;

/** The memory budget of this process: kept by the run that started it, and looked at here, so that no result can claim one. */
final class ForkLimit {
    private ForkLimit() {}

    /**
     * Whether this process is in a memory group with the limit that its results will name.
     *
     * @throws IllegalStateException when a limit is named but not in force
     */
    static boolean check(TrialPlan plan) {
        long memory = plan.get(Parameters.MEMORY);
        if (memory == 0 || plan.fork().memory() == ForkPlan.Memory.ADVISORY) {
            return false;
        }
        long limit = MemoryGroup.ownLimitBytes();
        if (plan.fork().memory() == null || limit < 0 || limit > memory) {
            throw new IllegalStateException(
                    "memory " + memory + " is a limit that JMH cannot set: use 'run --memory " + memory + "'");
        }
        return true;
    }
}
