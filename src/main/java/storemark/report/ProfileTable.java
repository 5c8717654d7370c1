package storemark.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import storemark.results.Profile;
import storemark.results.Profile.Owner;

/** Where the processor's time went, a row for each series that was profiled. */
final class ProfileTable {
    private ProfileTable() {}

    /** The table; null where nothing was profiled. */
    static Table of(ReportData data) {
        return Table.orNone(
                "data words",
                List.of(
                        "workload",
                        "engine",
                        "engine's share",
                        "binding",
                        "JVM",
                        "kernel",
                        "harness",
                        "other",
                        "samples",
                        "flame graph"),
                Stream.concat(data.groups().stream(), data.planned().stream())
                        .flatMap(group -> group.measured().stream()
                                .flatMap(series -> series.repetitions().stream()
                                        .filter(one -> data.profile(one.cell()) != null)
                                        .map(one -> row(group, series, one.cell(), data.profile(one.cell())))))
                        .toList());
    }

    private static List<String> row(Group group, Series series, String cell, Profile profile) {
        return List.of(
                Words.joined(", ", group.column(), Words.threads(group.threads())),
                series.name(),
                percent(profile, Owner.ENGINE),
                percent(profile, Owner.BINDING),
                percent(profile, Owner.JVM),
                percent(profile, Owner.KERNEL),
                percent(profile, Owner.HARNESS),
                percent(profile, Owner.OTHER),
                Quantity.COUNT.format(profile.all()),
                "cells/" + cell + Profile.FLAME_GRAPH);
    }

    /** Without access to kernel frames, no sample is the kernel's. */
    private static String percent(Profile profile, Owner owner) {
        boolean unseen = owner == Owner.KERNEL && !profile.samples().containsKey(owner);
        return unseen ? "not seen" : String.format(Locale.ROOT, "%.0f%%", 100 * profile.share(owner));
    }
}
