package storemark.cli;

import static storemark.parameter.Parameters.CACHE;
import static storemark.parameter.Parameters.ENGINES;

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
import storemark.text.Amount;

/** {@code load}: builds datasets and keeps them. */
@Command(name = "load", description = "Fills a store by the engine's fastest ordered path and keeps it for later runs.")
final class LoadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetOptions targets = new TargetOptions();

    @Option(names = "--erase-device", paramLabel = "SIZE|SERIAL", description = RunCommand.ERASE)
    private String eraseDevice;

    @Option(names = "--force", description = "delete an existing dataset, finished or not, and load it again")
    private boolean force;

    @Override
    public Integer call() throws Exception {
        Engines engines = Engines.load();
        Values values = targets.place(ParameterOptions.given(spec, engines)).valuesOfDatasets();
        if (!ChildJvm.isChild()) {
            takeDevice(values, engines);
            return EngineProcess.run(
                    "load of " + EngineNames.list(values),
                    targets.heapBytes(values, engines),
                    spec.commandLine().getParent().getParseResult().originalArgs(),
                    targets.directory(),
                    "the partial load is not used as a dataset: load again",
                    "Stopped. The same command" + (force ? " without --force" : "")
                            + " continues the load, or says why it starts again.");
        }
        ParentWatch.start(ForkPlan.ofThisProcess().parent());
        for (EngineSpec engine : values.get(ENGINES)) {
            load(targets.dataset(engine, values, engines), values.get(CACHE));
        }
        return 0;
    }

    private void takeDevice(Values values, Engines engines) throws DatasetException, Unsupported, Unavailable {
        List<EngineSpec> onDevice =
                values.get(ENGINES).stream().filter(EngineSpec::onDevice).toList();
        if (onDevice.size() > 1) {
            throw Failure.usage("a device holds one store: name one engine to load there");
        }
        if (onDevice.isEmpty() && eraseDevice != null) {
            throw Failure.usage("--erase-device: no engine specification is on a device: add --device PATH");
        }
        if (!onDevice.isEmpty()) {
            DatasetSpec wanted = targets.dataset(onDevice.get(0), values, engines);
            wanted.check();
            targets.take(eraseDevice, wanted.loadedBytes(values.get(CACHE)));
        }
    }

    private void load(DatasetSpec wanted, long cache) throws Exception {
        Console console = Console.standard();
        Datasets datasets = new Datasets(targets.directory());
        wanted.version();
        if (!force && datasets.isLoaded(wanted)) {
            console.line(wanted + " are loaded already: " + datasets.folder(wanted));
            return;
        }
        long bytes = wanted.device() == null ? wanted.loadedBytes(cache) : 0;
        long more = Math.max(0, bytes - datasets.bytesInPlaceOf(wanted));
        Findings.refuse(new Preflight.Plan(targets.directory(), more, 1, -1));
        ProgressLine line = new ProgressLine(console, wanted.toString());
        Dataset dataset = datasets.load(wanted, new LoadOptions(cache, 1, line), force);
        console.line("loaded " + wanted + ": " + told(dataset.manifest()) + " (" + dataset.folder() + ")");
    }

    private static String told(Manifest manifest) {
        long settled = manifest.settleBytes();
        Long heap = manifest.heapUsedBytes();
        return String.format(
                Locale.ROOT,
                "%s/s%s, settled in %.1f s%s, %s/s with that%s, %s on disk%s",
                rate(manifest, manifest.loadSeconds()),
                manifest.turnovers() == 0 ? "" : ", turned over in " + Console.time(manifest.churnSeconds()),
                manifest.settleSeconds(),
                settled < 0 ? "" : " by writing " + Amount.ofBytes(settled),
                rate(manifest, manifest.loadSeconds() + manifest.settleSeconds()),
                manifest.interruptions() == 0 ? "" : ", interrupted " + manifest.interruptions() + " times",
                Amount.ofBytes(manifest.bytesOnDisk()),
                heap == null ? "" : ", " + Amount.ofBytes(heap) + " of heap in use");
    }

    private static String rate(Manifest manifest, double seconds) {
        return Amount.ofCount(manifest.entries() / Math.max(0.001, seconds));
    }
}
