package storemark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import storemark.results.DurabilityFile;
import storemark.results.Outcome;
import storemark.results.Outcome.DeviceWork;

/** What a commit costs the device at power: a row for each engine, and in it a dot for each size of commits. */
public final class DeviceWorkCharts {
    private static final double KIB = 1024;

    private DeviceWorkCharts() {}

    /**
     * Draws all that is counted in {@code counted}, a {@code durability.json}, as pictures in {@code folder}.
     *
     * @throws IOException when the one cannot be read or the other not be written
     */
    public static void draw(Path counted, Path folder) throws IOException {
        Files.createDirectories(folder);
        Report.draw(of(DurabilityFile.read(counted).withWork()).toList(), folder);
    }

    /** Of the engines and versions of {@code data} that were counted. */
    static Stream<Chart> of(ReportData data) {
        return of(data.runs().stream()
                .flatMap(run -> run.run().engines().stream())
                .flatMap(engine -> Promises.work(engine.spec(), engine.version()).stream())
                .distinct()
                .toList());
    }

    private static Stream<Chart> of(List<Outcome> counted) {
        return Stream.of(
                chart("device-flushes", "Flushes per commit", "flushes", counted, DeviceWork::flushes),
                chart("device-bytes", "Bytes written per commit", "KiB", counted, work -> work.bytes() / KIB));
    }

    private static Chart chart(
            String id, String title, String unit, List<Outcome> counted, ToDoubleFunction<DeviceWork> value) {
        Map<Integer, List<double[]>> points = new TreeMap<>();
        for (int row = 0; row < counted.size(); row++) {
            for (DeviceWork work : counted.get(row).work()) {
                points.computeIfAbsent(work.records(), records -> new ArrayList<>())
                        .add(new double[] {row, value.applyAsDouble(work)});
            }
        }
        List<Chart.Line> lines = new ArrayList<>();
        points.forEach((records, dots) -> {
            String name = String.format(Locale.ROOT, records == 1 ? "%,d record" : "%,d records", records);
            lines.add(new Chart.Line(name, name, lines.size(), lines.size(), dots));
        });
        return new Chart(
                id,
                Chart.Kind.DOTS,
                title,
                "",
                List.of(
                        "one commit at durability power, ext4's journal included",
                        "counted on a recorded device, one thread, inserts of 108 bytes"),
                new Chart.Axis(unit + ", log scale", Quantity.COUNT, true),
                new Chart.Axis("", Quantity.COUNT, false),
                null,
                lines,
                Chart.Marks.ofRows(counted.stream().map(Outcome::engine).toList()));
    }
}
