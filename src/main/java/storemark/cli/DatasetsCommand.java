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
import storemark.dataset.Datasets;
import storemark.dataset.Listed;
import storemark.dataset.Manifest;
import storemark.run.Console;
import storemark.text.Amount;

/** {@code datasets}: what is kept for later runs. */
@Command(
        name = "datasets",
        description = "Lists the datasets that are kept, or removes some.",
        subcommands = {DatasetsCommand.ListCommand.class, DatasetsCommand.RemoveCommand.class})
final class DatasetsCommand implements Callable<Integer> {
    private static final Path DIRECTORY = Path.of("storemark-data");

    @Override
    public Integer call() throws Exception {
        return list(DIRECTORY);
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Size, age and what each dataset serves; the default.")
    static final class ListCommand implements Callable<Integer> {
        @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: storemark-data)")
        private Path directory = DIRECTORY;

        @Override
        public Integer call() throws Exception {
            return list(directory);
        }
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = "Deletes datasets and copies; never what is in use, and never a folder with files not ours.")
    static final class RemoveCommand implements Callable<Integer> {
        @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: storemark-data)")
        private Path directory = DIRECTORY;

        @Parameters(arity = "1..*", paramLabel = "NAME", description = "as list gives it")
        private List<String> names;

        @Override
        public Integer call() throws Exception {
            for (String name : names) {
                new Datasets(directory).remove(name);
                System.out.println("removed " + name);
            }
            return 0;
        }
    }

    private static int list(Path directory) throws Exception {
        long sum = 0;
        List<Listed> all = new Datasets(directory).list();
        for (Listed listed : all) {
            sum += Math.max(0, listed.bytesOnDisk());
            System.out.printf(
                    "%s%n    %s, %s; %s%n",
                    listed.folder().getFileName(),
                    listed.bytesOnDisk() < 0 ? "size unknown" : Amount.ofBytes(listed.bytesOnDisk()),
                    age(listed.manifest()),
                    about(listed));
        }
        System.out.printf("%d datasets, %s, below %s%n", all.size(), Amount.ofBytes(sum), directory.toAbsolutePath());
        return 0;
    }

    private static String age(Manifest manifest) {
        return manifest == null
                ? "age unknown"
                : Console.time(Duration.between(Instant.parse(manifest.created()), Instant.now())
                                .toSeconds())
                        + " old";
    }

    /** What it is and whom it serves. */
    private static String about(Listed listed) {
        Manifest manifest = listed.manifest();
        if (manifest == null) {
            return listed.note();
        }
        String records = String.format(
                Locale.ROOT,
                "%,d records of %d + %s bytes, seed %d, by %s",
                manifest.entries(),
                manifest.shape().keyBytes(),
                manifest.shape().minValueBytes() == manifest.shape().maxValueBytes()
                        ? String.valueOf(manifest.shape().maxValueBytes())
                        : manifest.shape().minValueBytes() + " to "
                                + manifest.shape().maxValueBytes(),
                manifest.shape().seed(),
                manifest.engineVersion());
        if (manifest.written()) {
            return "written to in place, serves nothing, is loaded again when wanted; was " + records;
        }
        if (!listed.note().isEmpty()) {
            return listed.note() + " of a run; " + records;
        }
        return "serves --engines " + manifest.spec()
                + ": reads and scans as it is, updates, mixes and removals by a copy; " + records;
    }
}
