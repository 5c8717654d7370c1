package storemark.cli;

import static storemark.parameter.Parameters.CACHE;
import static storemark.parameter.Parameters.ENGINES;
import static storemark.parameter.Parameters.ENTRIES;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.dataset.DatasetSpec;
import storemark.dataset.DatasetSummary;
import storemark.dataset.Datasets;
import storemark.dataset.Manifest;
import storemark.dataset.OpenOptions;
import storemark.dataset.Verification;
import storemark.engine.EngineSpec;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.Engines;
import storemark.fork.ForkPlan;
import storemark.machine.ParentWatch;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.run.ChildJvm;
import storemark.run.Console;
import storemark.run.ProgressLine;
import storemark.suite.Settings;
import storemark.text.Amount;

/** {@code verify}: reads every record of a dataset and compares it with what it must be. */
@Command(
        name = "verify",
        description =
                "Reads datasets and checks count, order and every value. Without --engines or --folder: all below --dir.")
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--folder",
            paramLabel = "PATH",
            description =
                    "the folder of one dataset, or of a copy that was written to; its manifest says what it must hold")
    private Path folder;

    @Mixin
    private TargetOptions targets = new TargetOptions();

    private final Console console = Console.standard();

    @Override
    public Integer call() throws Exception {
        Engines engines = Engines.load();
        Settings given = ParameterOptions.given(spec, engines);
        boolean named = folder == null && given.get(ENGINES) != null;
        if (!named && !Set.of(CACHE.toString()).containsAll(given.toMap().keySet())) {
            throw Failure.usage(
                    folder == null
                            ? "give --engines together with the dataset options, or only --dir to verify all datasets"
                            : "the manifest in --folder says what the dataset is: leave out all dataset options except --cache");
        }
        return folder == null && !named ? all(given, engines) : verify(given, folder, engines);
    }

    /** Each in a process of its own: one whose library ends it says nothing of the others. */
    private int all(Settings given, Engines engines) throws Exception {
        List<DatasetSummary> all = new Datasets(targets.directory()).list();
        if (all.isEmpty()) {
            throw Failure.refused("there is no dataset below " + targets.directory() + ": use load first");
        }
        int exitCode = 0;
        List<String> failures = new ArrayList<>();
        for (DatasetSummary dataset : all) {
            int ended;
            try {
                if (dataset.problem() != null) {
                    throw Failure.refused(dataset.problem());
                }
                ended = verify(given, dataset.folder(), engines);
            } catch (IOException | IllegalArgumentException | Failure failed) {
                ended = Errors.exitCode(failed);
                console.line(dataset.folder().getFileName() + ": " + Errors.line(failed));
            }
            if (ended != 0) {
                failures.add(dataset.folder().getFileName().toString());
            }
            exitCode = Math.max(exitCode, ended);
        }
        if (exitCode != 0) {
            console.line(failures.size() + " of " + all.size() + " datasets failed verification: "
                    + String.join(", ", failures));
        }
        return exitCode;
    }

    /** @param place the folder of one dataset, which says itself what it must hold; null for those that {@code given} names */
    private int verify(Settings given, Path place, Engines engines) throws Exception {
        Values values = place == null ? targets.place(given).valuesOfDatasets() : held(place, given.get(CACHE));
        for (EngineSpec engine : values.get(ENGINES)) {
            if (engine.isControl()) {
                if (place != null && !place.equals(folder)) { // not asked for by name
                    console.line(place.getFileName() + ": skipped, " + engine + " is the control and keeps no records");
                    return 0;
                }
                throw Failure.refused(engine + " is the control and keeps no records to verify: leave it out");
            }
        }
        if (!ChildJvm.isChild()) {
            List<String> arguments = new ArrayList<>(
                    spec.commandLine().getParent().getParseResult().originalArgs());
            if (folder == null && place != null) {
                arguments.addAll(List.of("--folder", place.toString()));
            }
            return EngineProcess.run(
                    "verification of " + EngineNames.list(values),
                    targets.heapBytes(values, engines),
                    arguments,
                    place == null ? targets.directory() : place.toAbsolutePath().getParent(),
                    "its files may be damaged: load with --force to make the dataset again",
                    "Stopped before all records were read.");
        }
        ParentWatch.start(ForkPlan.ofThisProcess().parent());
        List<Exception> failures = new ArrayList<>();
        for (EngineSpec engine : values.get(ENGINES)) {
            DatasetSpec wanted = targets.dataset(engine, values, engines);
            try {
                verify(place == null ? loaded(wanted) : Dataset.at(place, wanted), values.get(CACHE));
            } catch (DatasetException | Unsupported | Unavailable | Failure failed) {
                failures.add(failed); // what is wrong with one says nothing of the others
                if (values.get(ENGINES).size() > 1) {
                    console.line(engine + ": " + Errors.line(failed));
                }
            }
        }
        if (failures.isEmpty()) {
            return 0;
        }
        Exception first = failures.get(0);
        throw failures.size() == 1
                ? first
                : new Failure(
                        Errors.exitCode(first),
                        failures.size() + " datasets failed verification; the first: " + Errors.line(first),
                        first);
    }

    /** What the dataset in {@code place} is, by its manifest. */
    private static Values held(Path place, List<String> cache) throws DatasetException {
        Manifest manifest = Dataset.manifestAt(place);
        Manifest.Shape records = manifest.shape();
        return new Settings()
                .set(ENGINES, manifest.spec())
                .set(ENTRIES, manifest.entries())
                .set(Parameters.KEY_BYTES, records.keyBytes())
                .set(Parameters.VALUE_BYTES, records.minValueBytes() + "-" + records.maxValueBytes())
                .set(Parameters.COMPRESSIBILITY, records.compressibility())
                .set(Parameters.LOADED, manifest.loaded() == null ? "ordered" : manifest.loaded())
                .set(Parameters.CHURN, manifest.turnovers() + "x")
                .set(Parameters.SEED, records.seed())
                .set(CACHE, cache)
                .valuesOfDatasets();
    }

    private Dataset loaded(DatasetSpec wanted) throws DatasetException {
        return new Datasets(targets.directory())
                .find(wanted)
                .orElseThrow(() -> Failure.refused(
                        wanted + " are not loaded below " + targets.directory() + ": use load with the same options"));
    }

    private void verify(Dataset dataset, long cache) throws Exception {
        DatasetSpec what = dataset.spec();
        OpenOptions parallel = OpenOptions.of(cache, Runtime.getRuntime().availableProcessors());
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
                found.sound() ? "all correct" : String.format(Locale.ROOT, "%,d problems", found.problems()),
                revisions == 0 ? "" : ", of revisions 0 to " + revisions));
        found.first().forEach(problem -> console.line("  " + problem));
        if (!found.sound()) {
            String first = found.first().get(0);
            String all =
                    String.format(Locale.ROOT, "%,d problems in %s (%s)", found.problems(), what, dataset.folder());
            throw Failure.failed(all + ", the first: " + first);
        }
    }
}
