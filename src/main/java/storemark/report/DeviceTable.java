package storemark.report;

import java.util.List;
import java.util.stream.Stream;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/** What an operation reads and writes of the device that its store is on: a row for each series whose device was counted. */
final class DeviceTable {
    /** From this share of the device's bytes on, the process' own make up what the device did. */
    private static final double OWN_SHARE = 0.9;

    private static final String SHARED = "device shared";

    /** @param bytes of the process alone */
    private record Direction(Metric requests, Metric requestBytes, Metric bytes) {
        boolean isCounted(Step step) {
            return step.metrics().containsKey(requests);
        }

        /** Whether at least {@link #OWN_SHARE} of the device's bytes are the process's own, or its bytes are negligible. */
        boolean isOwn(Step step) {
            return step.metric(bytes) >= OWN_SHARE * step.metric(requestBytes)
                    || step.metric(requestBytes) <= Metric.FEW_BYTES * step.metric(Metric.operations);
        }
    }

    private static final Direction READS =
            new Direction(Metric.deviceReads, Metric.deviceReadBytes, Metric.ioReadBytes);
    private static final Direction WRITES =
            new Direction(Metric.deviceWrites, Metric.deviceWriteBytes, Metric.ioWriteBytes);

    private DeviceTable() {}

    /** The table; null where no device was counted. */
    static Table of(ReportData data) {
        return new Table.Columns<Row>()
                .with("workload", row -> row.group.columnAndThreads())
                .with("engine", row -> row.series.name())
                .with("read, B/op", row -> own(row.steps(), READS, READS.requestBytes()))
                .with("reads/op", row -> own(row.steps(), READS, READS.requests()))
                .with("written, B/op", row -> own(row.steps(), WRITES, WRITES.requestBytes()))
                .with("writes/op", row -> own(row.steps(), WRITES, WRITES.requests()))
                .orNone(data.all()
                        .filter(group -> !group.workload().hasWriters()) // whose bytes are not the reads'
                        .flatMap(group -> group.measured().stream()
                                .filter(series -> !series.control()
                                        && series.steps().stream().anyMatch(READS::isCounted))
                                .map(series -> new Row(group, series))));
    }

    private record Row(Group group, Series series) {
        List<Step> steps() {
            boolean all = group.workload().countsOperations();
            return series.repetitions().stream()
                    .flatMap(one -> all ? one.steps().stream() : Stream.of(one.last()))
                    .toList();
        }
    }

    private static String own(List<Step> steps, Direction direction, Metric metric) {
        List<Step> own = steps.stream().filter(direction::isOwn).toList();
        List<Step> known =
                own.stream().filter(step -> step.metrics().containsKey(metric)).toList();
        if (known.isEmpty()) {
            return own.isEmpty() && steps.stream().anyMatch(direction::isCounted) ? SHARED : "";
        }
        return Quantity.COUNT.format(sum(known, metric) / sum(known, Metric.operations));
    }

    static double sum(List<Step> steps, Metric metric) {
        return steps.stream().mapToDouble(step -> step.metric(metric)).sum();
    }
}
