package storemark.machine;

import java.lang.management.ManagementFactory;

/** What this process keeps on the Java heap. */
public final class HeapUse {
    private HeapUse() {}

    /**
     * Bytes of the Java heap that are in use after a full collection, which this call waits for: what is really kept there, where the
     * heap's own size is only what was set aside.
     */
    public static long afterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
