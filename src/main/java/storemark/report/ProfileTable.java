package storemark.report;

import java.util.Locale;
import java.util.stream.Stream;
import storemark.results.Profile;
import storemark.results.Profile.Owner;

/** Where the processor's time went, a row for each series that was profiled. */
final class ProfileTable {
    private ProfileTable() {}

    /** The table; null where nothing was profiled. */
    static Table of(ReportData data) {
        return new Table.Columns<Row>()
                .with("workload", Row::workload)
                .with("engine", Row::engine)
                .with("engine's share", row -> percent(row.profile, Owner.ENGINE))
                .with("binding", row -> percent(row.profile, Owner.BINDING))
                .with("JVM", row -> percent(row.profile, Owner.JVM))
                .with("kernel", row -> percent(row.profile, Owner.KERNEL))
                .with("harness", row -> percent(row.profile, Owner.HARNESS))
                .with("other", row -> percent(row.profile, Owner.OTHER))
                .with("samples", row -> Quantity.COUNT.format(row.profile.all()))
                .with("flame graph", row -> "cells/" + row.cell + Profile.FLAME_GRAPH)
                .orNone(data.all()
                        .flatMap(group -> group.measured().stream().flatMap(series -> rows(data, group, series))));
    }

    private record Row(String workload, String engine, String cell, Profile profile) {}

    private static Stream<Row> rows(ReportData data, Group group, Series series) {
        return series.repetitions().stream()
                .filter(one -> data.profile(series, one.cell()) != null)
                .map(one ->
                        new Row(group.columnAndThreads(), series.name(), one.cell(), data.profile(series, one.cell())));
    }

    /** Without access to kernel frames, no sample is the kernel's. */
    private static String percent(Profile profile, Owner owner) {
        boolean unseen = owner == Owner.KERNEL && !profile.samples().containsKey(owner);
        return unseen ? "not seen" : String.format(Locale.ROOT, "%.0f%%", 100 * profile.share(owner));
    }
}
