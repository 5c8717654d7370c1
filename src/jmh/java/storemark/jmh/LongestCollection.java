package storemark.jmh;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** The longest pause of a garbage collection, as the JVM reports it after each: in whole milliseconds. Thread-safe. */
final class LongestCollection {
    /** Beans whose collections run beside the program: of G1, and of ZGC and Shenandoah, which have other beans for pauses. */
    private static final Pattern CONCURRENT = Pattern.compile("Concurrent|Cycles$");

    private static final AtomicLong MILLIS = new AtomicLong();

    static {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter
                    && !CONCURRENT.matcher(collector.getName()).find()) {
                emitter.addNotificationListener(LongestCollection::note, null, null);
            }
        }
    }

    private LongestCollection() {}

    private static void note(Notification notification, Object handback) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            long millis = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo()
                    .getDuration();
            MILLIS.accumulateAndGet(millis, Math::max);
        }
    }

    /** The longest since the last call, in nanoseconds; 0 for none. */
    static long takeNanos() {
        return TimeUnit.MILLISECONDS.toNanos(MILLIS.getAndSet(0));
    }
}
