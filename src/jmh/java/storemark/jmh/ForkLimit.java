package storemark.jmh;

import storemark.machine.MemoryGroup;
import storemark.text.Amount;

/** The memory budget of this process: kept by the run that started it, and looked at here, so that no result can claim one. */
final class ForkLimit {
    private ForkLimit() {}

    /**
     * Whether this process is in a memory group with the limit that its results will name.
     *
     * @param memory a size, or {@code none}
     * @throws IllegalStateException when a limit is named but not in force
     */
    static boolean check(String memory) {
        String mode = System.getProperty("storemark.memory");
        if (memory.equals("none") || "advisory".equals(mode)) {
            return false;
        }
        long limit = MemoryGroup.ownLimitBytes();
        if (!"enforced".equals(mode) || limit < 0 || limit > Amount.bytes(memory)) {
            throw new IllegalStateException(
                    "memory " + memory + " is a limit that JMH cannot set: use 'run --memory " + memory + "'");
        }
        return true;
    }
}
