package storemark.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import storemark.dataset.DatasetException;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.Device;
import storemark.engine.EngineSpec;
import storemark.engine.Target;
import storemark.engines.Engines;
import storemark.fork.ForkPlan;
import storemark.machine.BlockDevice;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.suite.Settings;
import storemark.suite.Suite;
import storemark.text.Amount;

/**
 * Where stores are put. The places are words of the specifications, so that one report can show several; what they stand for on
 * this machine is said here, and never in a suite file.
 */
final class TargetOptions {
    @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = ForkPlan.DIRECTORY;

    @Option(
            names = "--device",
            paramLabel = "PATH",
            description =
                    "block device for series with the word device, such as tupl:device; for all if none has that word")
    private Path device;

    @Option(
            names = "--direct-io",
            description = "open the stores' files, or the device, with O_DIRECT: adds direct to every series")
    private boolean directIo;

    /** The device, as an absolute path, by which its datasets know it; null when none was named. */
    Path device() {
        return device == null ? null : device.toAbsolutePath().normalize();
    }

    Path directory() {
        return directory;
    }

    /** The dataset of one of the engines in {@code values}. */
    DatasetSpec dataset(EngineSpec spec, Values values, Engines engines) {
        return DatasetSpec.of(engines.of(spec), spec, values.records(), values.get(Parameters.ENTRIES), device())
                .loaded(values.get(Parameters.LOADED))
                .aged(values.turnovers());
    }

    /** The most heap that one of the engines in {@code values} needs for its dataset. */
    long heapBytes(Values values, Engines engines) {
        return values.get(Parameters.ENGINES).stream()
                .mapToLong(spec -> dataset(spec, values, engines).heapBytes(values.get(Parameters.CACHE)))
                .max()
                .orElse(0);
    }

    /**
     * Takes the device for stores; what could not be found out about it is said before anything is written to it.
     *
     * @param erase what was typed to have it erased, or null
     * @param bytesNeeded what the largest of the stores may take
     */
    BlockDevice take(String erase, long bytesNeeded) throws DatasetException {
        BlockDevice found = check(erase, bytesNeeded);
        found.unchecked().forEach(what -> System.out.println("warn: " + device + ": cannot check " + what));
        Device taken = new Device(device());
        new Datasets(directory)
                .on(taken)
                .ifPresent(there -> System.out.println(
                        "note: " + device + " holds " + there + ": loading other data overwrites it"));
        return taken.take(erase, directory);
    }

    /** Refuses the device as {@link #take} does, and writes nothing. */
    BlockDevice check(String erase, long bytesNeeded) throws DatasetException {
        BlockDevice found = new Device(device()).check(erase, directory);
        long room = found.sizeBytes() - Target.RESERVED_BYTES;
        if (bytesNeeded > room) {
            throw Failure.refused("the data cannot fit: they need up to " + Amount.ofBytes(bytesNeeded) + ", and "
                    + device + " has room for " + Amount.ofBytes(room) + ": take fewer entries or a larger device");
        }
        return found;
    }

    /** {@code settings} with the words that these options stand for in its specifications. */
    Settings place(Settings settings) {
        return place(List.of(settings)).get(0);
    }

    /** The same for groups that are one run. */
    List<Settings> place(List<Settings> groups) {
        boolean all =
                device != null && groups.stream().flatMap(TargetOptions::specs).noneMatch(EngineSpec::onDevice);
        return groups.stream().map(group -> place(group, all)).toList();
    }

    private Settings place(Settings group, boolean onDevice) {
        Stream<String> placed = specs(group).map(spec -> place(spec, onDevice).toString());
        return new Settings().over(group).set(Parameters.ENGINES, placed.toList());
    }

    /** {@code groups} but for those that are on a device with all their series, where no device is named. */
    List<Settings> possible(List<Settings> groups) {
        Map<Boolean, List<Settings>> byPlace = groups.stream()
                .collect(Collectors.partitioningBy(group -> specs(group).allMatch(EngineSpec::onDevice)));
        if (device != null || byPlace.get(true).isEmpty() || byPlace.get(false).isEmpty()) {
            return groups; // without a group left, what is asked for is refused by name
        }
        System.out.println(leftOut(groups, byPlace.get(true)));
        return byPlace.get(false);
    }

    /** {@code skipped: 20 of 132 cells, because no --device PATH was given: tupl:device, ...}. */
    static String leftOut(List<Settings> all, List<Settings> out) {
        return "skipped: " + cells(out) + " of " + cells(all) + " cells, because no --device PATH was given: "
                + out.stream()
                        .flatMap(TargetOptions::specs)
                        .map(EngineSpec::toString)
                        .distinct()
                        .collect(Collectors.joining("; "));
    }

    private static int cells(List<Settings> groups) {
        return new Suite("", "", groups).cells().size();
    }

    private EngineSpec place(EngineSpec spec, boolean onDevice) {
        if (spec.isControl()) { // stores nothing, so it has no place
            return spec;
        }
        EngineSpec placed = onDevice ? spec.with(EngineSpec.DEVICE) : spec;
        return directIo ? placed.with(EngineSpec.DIRECT) : placed;
    }

    private static Stream<EngineSpec> specs(Settings group) {
        return group.values(Parameters.ENGINES).stream();
    }
}
