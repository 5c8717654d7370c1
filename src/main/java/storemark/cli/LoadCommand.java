package storemark.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.LoadOptions;
import storemark.dataset.Manifest;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engines.Engines;
import storemark.machine.ParentWatch;
import storemark.machine.Preflight;
import storemark.run.ChildJvm;
import storemark.run.Console;
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

    @Option(names = "--force", description = "load again what is there already, finished or not")
    private boolean force;

    @Override
    public Integer call() throws Exception {
        Engines engines = Engines.load();
        EngineNames.resolve(settings, engines);
        Shape shape = Shape.of(settings);
        if (!ChildJvm.isChild()) {
            return ChildJvm.run(
                    EngineNames.heapBytes(shape, engines),
                    spec.commandLine().getParent().getParseResult().originalArgs());
        }
        ParentWatch.start();
        for (EngineSpec engine : shape.engines()) {
            load(engines.of(engine), engine, shape);
        }
        return 0;
    }

    private void load(Engine engine, EngineSpec name, Shape shape) throws Exception {
        Console console = Console.standard();
        Datasets datasets = new Datasets(directory);
        DatasetSpec wanted = DatasetSpec.files(engine, name, shape.records(), shape.entries());
        engine.version();
        if (!force && datasets.find(wanted).isPresent()) {
            console.line(wanted + " are loaded already: " + datasets.folder(wanted));
            return;
        }
        Findings.refuse(new Preflight.Plan(directory, wanted.diskBytes(shape.cacheBytes()), 1, -1));
        ProgressLine line = new ProgressLine(console, wanted.toString());
        Dataset dataset = datasets.load(wanted, new LoadOptions(shape.cacheBytes(), 1, line), force);
        Manifest manifest = dataset.manifest();
        console.line(String.format(
                Locale.ROOT,
                "loaded %s: %s/s, settled in %.1f s, %s on disk (%s)",
                wanted,
                Amount.ofCount(manifest.entries() / Math.max(0.001, manifest.loadSeconds())),
                manifest.settleSeconds(),
                Amount.ofBytes(manifest.bytesOnDisk()),
                dataset.folder()));
    }
}
