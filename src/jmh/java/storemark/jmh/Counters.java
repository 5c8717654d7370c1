package storemark.jmh;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import storemark.machine.DeviceRequests;
import storemark.machine.MemoryGroup;
import storemark.machine.ProcessUsage;
import storemark.results.Metric;

/** What the kernel and the JVM count anyway, read before and after the measured part. Used by one thread at a time. */
final class Counters {
    private final SafepointLog safepoints = SafepointLog.start();
    /** Null where the stores' device is not counted. */
    private Path device;

    private DeviceRequests deviceBefore;
    private ProcessUsage before;

    /** From now on the stores are in this directory, or on this block device. */
    void watch(Path place) {
        device = DeviceRequests.counts(place);
    }

    /** The measured part is about to begin. */
    void begin() {
        LongestCollection.takeNanos(); // of what came before
        safepoints.clear();
        deviceBefore = DeviceRequests.now(device);
        before = ProcessUsage.now();
    }

    /** The measured part has ended: what was used in it, and what is used now. */
    Map<Metric, Long> end() {
        ProcessUsage used = ProcessUsage.now().since(before);
        DeviceRequests requests = DeviceRequests.now(device).since(deviceBefore);
        Map<Metric, Long> counted = new EnumMap<>(Metric.class);
        counted.put(Metric.ioReadBytes, used.readBytes());
        counted.put(Metric.ioWriteBytes, used.writeBytes());
        counted.put(Metric.deviceReads, requests.reads());
        counted.put(Metric.deviceReadBytes, requests.readBytes());
        counted.put(Metric.deviceWrites, requests.writes());
        counted.put(Metric.deviceWriteBytes, requests.writeBytes());
        counted.put(Metric.majorFaults, used.majorFaults());
        counted.put(Metric.rssBytes, used.residentBytes());
        counted.put(Metric.rssPeakBytes, used.peakResidentBytes());
        counted.put(Metric.heapBytes, heapBytes());
        counted.put(Metric.cpuNanos, used.cpuNanos());
        counted.put(Metric.gcNanos, used.gcNanos());
        counted.put(Metric.gcLongestNanos, LongestCollection.takeNanos());
        counted.put(Metric.safepointLongestNanos, safepoints.longestNanos());
        return counted;
    }

    /** What the process' memory group was charged, where a budget put it into one. */
    static Map<Metric, Long> memory() {
        MemoryGroup.Usage usage = MemoryGroup.ownUsage();
        long anonymous = usage.anonymousBytes();
        return Map.of(
                Metric.memoryLimitBytes, MemoryGroup.ownLimitBytes(),
                Metric.memoryPeakBytes, usage.peakBytes(),
                Metric.pageCacheBytes, usage.fileBytes(),
                Metric.nativeBytes, anonymous < 0 ? -1 : Math.max(0, anonymous - heapBytes()));
    }

    private static long heapBytes() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted();
    }
}
