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
import storemark.dataset.OpenOptions;
import storemark.dataset.Verification;
import storemark.engine.EngineSpec;
import storemark.engines.Engines;
import storemark.machine.ParentWatch;
import storemark.run.ChildJvm;
import storemark.run.Console;
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
        boolean sound = true;
        for (EngineSpec engine : shape.engines()) {
            sound &= verify(DatasetSpec.files(engines.of(engine), engine, shape.records(), shape.entries()), shape);
        }
        return sound ? 0 : Failure.SOME_FAILED;
    }

    private boolean verify(DatasetSpec wanted, Shape shape) throws Exception {
        Console console = Console.standard();
        Datasets datasets = new Datasets(directory);
        Dataset dataset = datasets.find(wanted)
                .orElseThrow(() -> new Failure(
                        Failure.REFUSED,
                        wanted + " are not loaded below " + directory + ": use load with the same options"));
        Verification found =
                dataset.verify(OpenOptions.of(shape.cacheBytes(), 1), new ProgressLine(console, wanted.toString()));
        console.line(String.format(
                Locale.ROOT,
                "%s: %,d records, %s, in %s: %s",
                wanted,
                found.records(),
                Amount.ofBytes(found.bytes()),
                Console.time(found.elapsed().toMillis() / 1000.0),
                found.sound() ? "all as they must be" : String.format(Locale.ROOT, "%,d problems", found.problems())));
        found.first().forEach(problem -> console.line("  " + problem));
        return found.sound();
    }
}
