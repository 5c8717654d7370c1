package storemark.cli;

import static storemark.parameter.Parameter.CACHE;
import static storemark.parameter.Parameter.ENGINES;
import static storemark.parameter.Parameter.ENTRIES;
import static storemark.parameter.Parameter.MEMORY;

import java.nio.file.Path;
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
import storemark.dataset.LoadOptions;
import storemark.dataset.Manifest;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.Engines;
import storemark.fork.ForkPlan;
import storemark.machine.ParentWatch;
import storemark.machine.Preflight;
import storemark.parameter.Values;
import storemark.run.ChildJvm;
import storemark.run.Console;
import storemark.run.ProgressLine;
import storemark.suite.Settings;
import storemark.text.Amount;

/** {@code load}: builds datasets and keeps them. */
@Command(name = "load", description = "Fills a store by the engine's fastest ordered path and keeps it for later runs.")
final class LoadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = ForkPlan.DIRECTORY;

    @Mixin
    private TargetOptions targets = new TargetOptions();

    @Option(names = "--erase-device", paramLabel = "SIZE|SERIAL", description = RunCommand.ERASE)
    private String eraseDevice;

    @Option(names = "--force", description = "load again what is there already, finished or not")
    private boolean force;

    @Override
    public Integer call() throws Exception {
        Engines engines = Engines.load();
        Settings settings =
                ParameterOptions.given(spec).set(MEMORY, null); // a limit of measured processes, not of this one
        EngineNames.resolve(settings, engines);
        Values values = targets.place(settings).values();
        if (!ChildJvm.isChild()) {
            takeDevice(values, engines);
            return EngineProcess.run(
                    "load of " + EngineNames.list(values),
                    EngineNames.heapBytes(values, engines, targets.device()),
                    spec.commandLine().getParent().getParseResult().originalArgs(),
                    directory,
                    "what it left is not taken for a dataset: load again");
        }
        ParentWatch.start(ForkPlan.ofThisProcess().parent());
        for (EngineSpec engine : values.get(ENGINES)) {
            load(engines.of(engine), engine, values);
        }
        return 0;
    }

    private void takeDevice(Values values, Engines engines) throws DatasetException, Unsupported, Unavailable {
        List<EngineSpec> onDevice =
                values.get(ENGINES).stream().filter(EngineSpec::onDevice).toList();
        if (onDevice.size() > 1) {
            throw new Failure(Failure.USAGE, "a device holds one store: name one engine to load there");
        }
        if (onDevice.isEmpty() && eraseDevice != null) {
            throw new Failure(Failure.USAGE, "--erase-device, but no series is on a device: name it by --device");
        }
        if (!onDevice.isEmpty()) {
            EngineSpec spec = onDevice.get(0);
            Engine engine = engines.of(spec);
            DatasetSpec wanted = DatasetSpec.of(engine, spec, values.records(), values.get(ENTRIES), targets.device());
            wanted.check();
            targets.take(directory, eraseDevice, wanted.loadedBytes(values.get(CACHE)));
        }
    }

    private void load(Engine engine, EngineSpec name, Values values) throws Exception {
        Console console = Console.standard();
        Datasets datasets = new Datasets(directory);
        DatasetSpec wanted = DatasetSpec.of(engine, name, values.records(), values.get(ENTRIES), targets.device());
        wanted.version();
        if (!force && isLoaded(datasets, wanted)) {
            console.line(wanted + " are loaded already: " + datasets.folder(wanted));
            return;
        }
        long bytes = wanted.device() == null ? wanted.loadedBytes(values.get(CACHE)) : 0;
        Findings.refuse(new Preflight.Plan(directory, Math.max(0, bytes - datasets.bytesInPlaceOf(wanted)), 1, -1));
        ProgressLine line = new ProgressLine(console, wanted.toString());
        Dataset dataset = datasets.load(wanted, new LoadOptions(values.get(CACHE), 1, line), force);
        Manifest manifest = dataset.manifest();
        console.line(String.format(
                Locale.ROOT,
                "loaded %s: %s/s, settled in %.1f s%s, %s/s with that%s, %s on disk%s (%s)",
                wanted,
                rate(manifest, manifest.loadSeconds()),
                manifest.settleSeconds(),
                manifest.settleBytes() < 0 ? "" : " by writing " + Amount.ofBytes(manifest.settleBytes()),
                rate(manifest, manifest.loadSeconds() + manifest.settleSeconds()),
                manifest.interruptions() == 0 ? "" : ", interrupted " + manifest.interruptions() + " times",
                Amount.ofBytes(manifest.bytesOnDisk()),
                manifest.heapUsedBytes() == null
                        ? ""
                        : ", " + Amount.ofBytes(manifest.heapUsedBytes()) + " of heap in use",
                dataset.folder()));
    }

    private static String rate(Manifest manifest, double seconds) {
        return Amount.ofCount(manifest.entries() / Math.max(0.001, seconds));
    }

    /** What has been begun, or written to, is for the load to deal with. */
    private static boolean isLoaded(Datasets datasets, DatasetSpec wanted) throws DatasetException {
        try {
            return datasets.find(wanted).isPresent();
        } catch (DatasetException taken) {
            if (taken.reason() == DatasetException.Reason.UNFINISHED
                    || taken.reason() == DatasetException.Reason.WRITTEN) {
                return false;
            }
            throw taken;
        }
    }
}
