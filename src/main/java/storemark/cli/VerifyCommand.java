package storemark.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.Manifest;
import storemark.dataset.OpenOptions;
import storemark.dataset.Verification;
import storemark.engine.EngineSpec;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.Engines;
import storemark.machine.ParentWatch;
import storemark.run.ChildJvm;
import storemark.run.Console;
import storemark.run.ProgressLine;
import storemark.suite.Settings;
import storemark.suite.Shape;
import storemark.text.Amount;

/** {@code verify}: reads every record of a dataset and compares it with what it must be. */
@Command(name = "verify", description = "Walks datasets and checks count, order and every value.")
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Settings settings = new Settings();

    @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = Path.of("storemark-data");

    @Option(
            names = "--folder",
            paramLabel = "PATH",
            description = "one dataset, or a copy that was written to, by its folder; says itself what it must hold")
    private Path folder;

    @Mixin
    private TargetOptions targets = new TargetOptions();

    private final Console console = Console.standard();
    private final List<Exception> failures = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        Engines engines = Engines.load();
        Shape shape = shape(engines);
        for (EngineSpec engine : shape.engines()) {
            if (engines.of(engine).traits().isControl()) {
                throw new Failure(
                        Failure.REFUSED, engine + " is the control and keeps no records to verify: leave it out");
            }
        }
        if (!ChildJvm.isChild()) {
            return EngineProcess.run(
                    "verification of " + EngineNames.list(shape),
                    EngineNames.heapBytes(shape, engines, targets.device()),
                    spec.commandLine().getParent().getParseResult().originalArgs(),
                    folder == null ? directory : folder.toAbsolutePath().getParent(),
                    "its files may be damaged: load with --force to make the dataset again");
        }
        ParentWatch.start();
        for (EngineSpec engine : shape.engines()) {
            DatasetSpec wanted =
                    DatasetSpec.of(engines.of(engine), engine, shape.records(), shape.entries(), targets.device());
            try {
                verify(folder == null ? loaded(wanted) : Dataset.at(folder, wanted), shape);
            } catch (DatasetException | Unsupported | Unavailable | Failure failed) {
                failures.add(failed); // what is wrong with one says nothing of the others
                if (shape.engines().size() > 1) {
                    console.line(engine + ": " + Errors.line(failed));
                }
            }
        }
        if (failures.size() > 1) {
            Exception first = failures.get(0);
            throw new Failure(
                    Errors.exitCode(first),
                    failures.size() + " datasets are not as they must be, the first: " + Errors.line(first),
                    first);
        }
        if (failures.size() == 1) {
            throw failures.get(0);
        }
        return 0;
    }

    private Shape shape(Engines engines) throws DatasetException {
        EngineNames.resolve(settings, engines);
        settings.memory = null; // a limit of measured processes, not of this one
        Shape said = Shape.of(targets.place(settings));
        if (folder == null) {
            return said;
        }
        Manifest manifest = Dataset.manifestAt(folder);
        Settings known = new Settings();
        known.engines = List.of(manifest.spec());
        known.entries = String.valueOf(manifest.entries());
        known.keyBytes = String.valueOf(manifest.shape().keyBytes());
        known.valueBytes =
                manifest.shape().minValueBytes() + "-" + manifest.shape().maxValueBytes();
        known.compressibility = String.valueOf(manifest.shape().compressibility());
        known.seed = String.valueOf(manifest.shape().seed());
        known.cache = String.valueOf(said.cacheBytes());
        return Shape.of(known);
    }

    private Dataset loaded(DatasetSpec wanted) throws DatasetException {
        return new Datasets(directory)
                .find(wanted)
                .orElseThrow(() -> new Failure(
                        Failure.REFUSED,
                        wanted + " are not loaded below " + directory + ": use load with the same options"));
    }

    private void verify(Dataset dataset, Shape shape) throws Exception {
        DatasetSpec what = dataset.spec();
        OpenOptions parallel =
                OpenOptions.of(shape.cacheBytes(), Runtime.getRuntime().availableProcessors());
        Verification found = dataset.verify(parallel, new ProgressLine(console, what.toString()));
        int revisions = dataset.manifest().maxRevision();
        console.line(String.format(
                Locale.ROOT,
                "%s: %,d records, %s, in %s with %s of heap in use: %s%s",
                what,
                found.records(),
                Amount.ofBytes(found.bytes()),
                Console.time(found.elapsed().toMillis() / 1000.0),
                Amount.ofBytes(found.heapUsedBytes()),
                found.sound() ? "all as they must be" : String.format(Locale.ROOT, "%,d problems", found.problems()),
                revisions == 0 ? "" : ", of revisions 0 to " + revisions));
        found.first().forEach(problem -> console.line("  " + problem));
        if (!found.sound()) {
            throw new Failure(
                    Failure.SOME_FAILED,
                    String.format(
                            Locale.ROOT,
                            "%,d problems in %s (%s), the first: %s",
                            found.problems(),
                            what,
                            dataset.folder(),
                            found.first().get(0)));
        }
    }
}
