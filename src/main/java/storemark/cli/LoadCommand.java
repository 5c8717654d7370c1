package storemark.cli;

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
import storemark.machine.ParentWatch;
import storemark.machine.Preflight;
import storemark.run.ChildJvm;
import storemark.run.Console;
import storemark.run.ProgressLine;
import storemark.suite.Settings;
import storemark.suite.Shape;
import storemark.text.Amount;

/** {@code load}: builds datasets and keeps them. */
@Command(name = "load", description = "Fills a store by the engine's fastest ordered path and keeps it for later runs.")
final class LoadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Settings settings = new Settings();

    @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = Path.of("storemark-data");

    @Mixin
    private TargetOptions targets = new TargetOptions();

    @Option(names = "--erase-device", paramLabel = "SIZE|SERIAL", description = RunCommand.ERASE)
    private String eraseDevice;

    @Option(names = "--force", description = "load again what is there already, finished or not")
    private boolean force;

    @Override
    public Integer call() throws Exception {
        Engines engines = Engines.load();
        EngineNames.resolve(settings, engines);
        settings.memory = null; // a limit of measured processes, not of this one
        Shape shape = Shape.of(targets.place(settings));
        if (!ChildJvm.isChild()) {
            takeDevice(shape, engines);
            return EngineProcess.run(
                    "load of " + EngineNames.list(shape),
                    EngineNames.heapBytes(shape, engines, targets.device()),
                    spec.commandLine().getParent().getParseResult().originalArgs(),
                    directory,
                    "what it left is not taken for a dataset: load again");
        }
        ParentWatch.start();
        for (EngineSpec engine : shape.engines()) {
            load(engines.of(engine), engine, shape);
        }
        return 0;
    }

    private void takeDevice(Shape shape, Engines engines) throws DatasetException, Unsupported, Unavailable {
        List<EngineSpec> onDevice =
                shape.engines().stream().filter(EngineSpec::onDevice).toList();
        if (onDevice.size() > 1) {
            throw new Failure(Failure.USAGE, "a device holds one store: name one engine to load there");
        }
        if (onDevice.isEmpty() && eraseDevice != null) {
            throw new Failure(Failure.USAGE, "--erase-device, but no series is on a device: name it by --device");
        }
        if (!onDevice.isEmpty()) {
            EngineSpec spec = onDevice.get(0);
            Engine engine = engines.of(spec);
            DatasetSpec wanted = DatasetSpec.of(engine, spec, shape.records(), shape.entries(), targets.device());
            wanted.check();
            targets.take(directory, eraseDevice, wanted.loadedBytes(shape.cacheBytes()));
        }
    }

    private void load(Engine engine, EngineSpec name, Shape shape) throws Exception {
        Console console = Console.standard();
        Datasets datasets = new Datasets(directory);
        DatasetSpec wanted = DatasetSpec.of(engine, name, shape.records(), shape.entries(), targets.device());
        wanted.version();
        if (!force && isLoaded(datasets, wanted)) {
            console.line(wanted + " are loaded already: " + datasets.folder(wanted));
            return;
        }
        long bytes = wanted.device() == null ? wanted.loadedBytes(shape.cacheBytes()) : 0;
        Findings.refuse(new Preflight.Plan(directory, Math.max(0, bytes - datasets.bytesInPlaceOf(wanted)), 1, -1));
        ProgressLine line = new ProgressLine(console, wanted.toString());
        Dataset dataset = datasets.load(wanted, new LoadOptions(shape.cacheBytes(), 1, line), force);
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
