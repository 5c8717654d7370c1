package storemark.cli;

import static storemark.parameter.Parameter.CACHE;
import static storemark.parameter.Parameter.ENGINES;
import static storemark.parameter.Parameter.ENTRIES;
import static storemark.parameter.Parameter.MEMORY;

import java.io.IOException;
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
import storemark.parameter.Parameter;
import storemark.parameter.Values;
import storemark.run.ChildJvm;
import storemark.run.Console;
import storemark.run.ProgressLine;
import storemark.suite.Settings;
import storemark.text.Amount;

/** {@code verify}: reads every record of a dataset and compares it with what it must be. */
@Command(
        name = "verify",
        description = "Walks datasets and checks count, order and every value; all below --dir where none is named.")
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = ForkPlan.DIRECTORY;

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
        if (folder == null && ParameterOptions.given(spec).get(ENGINES) == null) {
            return all(engines);
        }
        return verify(engines);
    }

    /** Each in a process of its own: one whose library ends it says nothing of the others. */
    private int all(Engines engines) throws Exception {
        if (!ParameterOptions.given(spec).set(CACHE, null).toMap().isEmpty()) {
            throw new Failure(
                    Failure.USAGE, "name the datasets by --engines and their shape, or give --dir alone to verify all");
        }
        List<DatasetSummary> all = new Datasets(directory).list();
        if (all.isEmpty()) {
            throw new Failure(Failure.REFUSED, "there is no dataset below " + directory + ": use load first");
        }
        int exitCode = 0;
        for (DatasetSummary dataset : all) {
            folder = dataset.folder();
            try {
                if (dataset.problem() != null) {
                    throw new Failure(Failure.REFUSED, dataset.problem());
                }
                exitCode = Math.max(exitCode, verify(engines));
            } catch (IOException | Failure failed) {
                exitCode = Math.max(exitCode, Errors.exitCode(failed));
                console.line(folder.getFileName() + ": " + Errors.line(failed));
            }
        }
        return exitCode;
    }

    private int verify(Engines engines) throws Exception {
        Values values = values(engines);
        for (EngineSpec engine : values.get(ENGINES)) {
            if (engines.of(engine).traits().isControl()) {
                throw new Failure(
                        Failure.REFUSED, engine + " is the control and keeps no records to verify: leave it out");
            }
        }
        if (!ChildJvm.isChild()) {
            List<String> arguments = new ArrayList<>(
                    spec.commandLine().getParent().getParseResult().originalArgs());
            if (folder != null && !spec.commandLine().getParseResult().hasMatchedOption("--folder")) {
                arguments.addAll(List.of("--folder", folder.toString()));
            }
            return EngineProcess.run(
                    "verification of " + EngineNames.list(values),
                    EngineNames.heapBytes(values, engines, targets.device()),
                    arguments,
                    folder == null ? directory : folder.toAbsolutePath().getParent(),
                    "its files may be damaged: load with --force to make the dataset again");
        }
        ParentWatch.start(ForkPlan.ofThisProcess().parent());
        for (EngineSpec engine : values.get(ENGINES)) {
            DatasetSpec wanted =
                    DatasetSpec.of(engines.of(engine), engine, values.records(), values.get(ENTRIES), targets.device());
            try {
                verify(folder == null ? loaded(wanted) : Dataset.at(folder, wanted), values);
            } catch (DatasetException | Unsupported | Unavailable | Failure failed) {
                failures.add(failed); // what is wrong with one says nothing of the others
                if (values.get(ENGINES).size() > 1) {
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

    private Values values(Engines engines) throws DatasetException {
        Settings settings =
                ParameterOptions.given(spec).set(MEMORY, null); // a limit of measured processes, not of this one
        EngineNames.resolve(settings, engines);
        Values said = targets.place(settings).values();
        if (folder == null) {
            return said;
        }
        Manifest manifest = Dataset.manifestAt(folder);
        Manifest.Shape records = manifest.shape();
        return new Settings()
                .set(ENGINES, manifest.spec())
                .set(ENTRIES, manifest.entries())
                .set(Parameter.KEY_BYTES, records.keyBytes())
                .set(Parameter.VALUE_BYTES, records.minValueBytes() + "-" + records.maxValueBytes())
                .set(Parameter.COMPRESSIBILITY, records.compressibility())
                .set(Parameter.SEED, records.seed())
                .set(CACHE, said.get(CACHE))
                .values();
    }

    private Dataset loaded(DatasetSpec wanted) throws DatasetException {
        return new Datasets(directory)
                .find(wanted)
                .orElseThrow(() -> new Failure(
                        Failure.REFUSED,
                        wanted + " are not loaded below " + directory + ": use load with the same options"));
    }

    private void verify(Dataset dataset, Values values) throws Exception {
        DatasetSpec what = dataset.spec();
        OpenOptions parallel =
                OpenOptions.of(values.get(CACHE), Runtime.getRuntime().availableProcessors());
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
