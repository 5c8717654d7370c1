package storemark.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import storemark.dataset.DatasetSummary;
import storemark.dataset.Datasets;
import storemark.dataset.Manifest;
import storemark.engine.EngineSpec;
import storemark.fork.ForkPlan;
import storemark.run.Console;
import storemark.text.Amount;

/** {@code datasets}: what is kept for later runs. */
@Command(name = "datasets", description = "Lists the datasets that are kept, or removes some.")
final class DatasetsCommand implements Callable<Integer> {
    @Option(
            names = "--dir",
            paramLabel = "PATH",
            scope = ScopeType.INHERIT,
            description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = ForkPlan.DIRECTORY;

    private final Console console = Console.standard();

    @Override
    public Integer call() throws Exception {
        return list();
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows size, age and use of each dataset; the default.")
    int list() throws Exception {
        long sum = 0;
        Datasets datasets = new Datasets(directory);
        List<DatasetSummary> all = datasets.list();
        for (DatasetSummary listed : all) {
            sum += Math.max(0, listed.bytesOnDisk());
            String size = listed.bytesOnDisk() < 0 ? "size unknown" : Amount.ofBytes(listed.bytesOnDisk());
            console.line(listed.folder().getFileName() + "\n    " + size + ", " + age(listed.manifest()) + "; "
                    + about(listed));
        }
        for (Path path : datasets.foreignFolders()) {
            console.line(path.getFileName() + "\n    not known to be made by Storemark: left alone");
        }
        console.line(all.size() + (all.size() == 1 ? " dataset, " : " datasets, ") + Amount.ofBytes(sum) + ", below "
                + directory.toAbsolutePath());
        return 0;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Deletes datasets and copies, except those in use and folders that hold other files.")
    int remove(
            @Parameters(arity = "1..*", paramLabel = "NAME", description = "a name that list prints")
                    List<String> names)
            throws Exception {
        for (String name : names) {
            new Datasets(directory).remove(name);
            console.line("removed " + name);
        }
        return 0;
    }

    private static String age(Manifest manifest) {
        if (manifest == null) {
            return "age unknown";
        }
        Duration age = Duration.between(manifest.createdAt(), Instant.now());
        return Console.time(age.toSeconds()) + " old";
    }

    /** What it is, and for which workloads it is used. */
    private static String about(DatasetSummary listed) {
        Manifest manifest = listed.manifest();
        if (manifest == null) {
            return listed.problem();
        }
        Manifest.Shape shape = manifest.shape();
        int least = shape.minValueBytes();
        int most = shape.maxValueBytes();
        String records = String.format(
                Locale.ROOT,
                "%,d records of %d + %s bytes, seed %d, by %s",
                manifest.entries(),
                shape.keyBytes(),
                least == most ? String.valueOf(most) : least + " to " + most,
                shape.seed(),
                manifest.engineVersion());
        if (manifest.written()) {
            return "modified; reloaded on next use; was " + records;
        }
        if (listed.copy()) {
            return "copy of a run; " + records;
        }
        if (EngineSpec.parse(manifest.spec()).onDevice()) {
            return "for --engines " + manifest.spec() + ": on a block device, which the next series may take over; "
                    + records;
        }
        return "for --engines " + manifest.spec()
                + ": reads and scans use it directly, updates, mixes and removals a copy; " + records;
    }
}
