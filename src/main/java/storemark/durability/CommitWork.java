package storemark.durability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import storemark.durability.WriteLog.Entry;
import storemark.results.Estimate;
import storemark.results.Outcome.DeviceWork;

/**
 * What commits cost the device: the mean of each group of commits that follow each other, and of these the median. What most
 * groups have counts, such as a file that grows each tenth commit; what comes to few of them by the clock, or once for
 * hundreds of commits, does not, such as a checkpoint.
 */
final class CommitWork {
    private CommitWork() {}

    /**
     * Counts all requests from the begin of each commit to its acknowledgement, and none between two commits.
     *
     * @param sizes of the commits, one after the other
     * @param positions what {@code log} had when each commit began, and when it was acknowledged
     */
    static List<DeviceWork> of(List<Script.Size> sizes, WriteLog log, long... positions) {
        List<DeviceWork> all = new ArrayList<>();
        int first = 0;
        for (Script.Size size : sizes) {
            int end = first + size.commits();
            List<DeviceWork> groups = new ArrayList<>();
            for (int at = first + size.skipped(); at < end; at += size.group()) {
                List<DeviceWork> commits = new ArrayList<>();
                for (int commit = at; commit < at + size.group(); commit++) {
                    commits.add(count(size.records(), log.entries().subList((int) positions[2 * commit], (int)
                            positions[2 * commit + 1])));
                }
                groups.add(work(commits, each -> each.average().orElseThrow()));
            }
            all.add(work(groups, each -> Estimate.median(each.toArray()).mean()));
            first = end;
        }
        return all;
    }

    private static DeviceWork work(List<DeviceWork> all, ToDoubleFunction<DoubleStream> middle) {
        return new DeviceWork(
                all.get(0).records(),
                middle.applyAsDouble(all.stream().mapToDouble(DeviceWork::flushes)),
                middle.applyAsDouble(all.stream().mapToDouble(DeviceWork::writes)),
                middle.applyAsDouble(all.stream().mapToDouble(DeviceWork::bytes)));
    }

    /**
     * Adjoining writes between two flushes are one, and bytes that are written twice between them are written once: how the
     * kernel splits and repeats requests depends on the moment.
     */
    private static DeviceWork count(int records, List<Entry> requests) {
        double flushes = 0;
        double writes = 0;
        double bytes = 0;
        TreeMap<Long, Long> ends = new TreeMap<>();
        for (int each = 0; each <= requests.size(); each++) {
            if (each == requests.size() || requests.get(each).flush()) {
                long end = -1;
                for (Map.Entry<Long, Long> write : ends.entrySet()) {
                    writes += write.getKey() > end ? 1 : 0;
                    bytes += Math.max(0, write.getValue() - Math.max(end, write.getKey()));
                    end = Math.max(end, write.getValue());
                }
                ends.clear();
            }
            if (each < requests.size()) {
                Entry request = requests.get(each);
                flushes += request.flush() ? 1 : 0;
                if (request.isWrite()) {
                    ends.merge(request.at(), request.at() + request.bytes(), Math::max);
                }
            }
        }
        return new DeviceWork(records, flushes, writes, bytes);
    }
}
