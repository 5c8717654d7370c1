package storemark.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import storemark.durability.Children;
import storemark.durability.Script;
import storemark.durability.Subject;
import storemark.durability.Writer;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engines.Engines;
import storemark.fork.ForkPlan;
import storemark.machine.ParentWatch;

/** {@code durability-child}: for the harness itself; writes where it is given a store, and else checks those that it is asked for. */
@Command(name = Children.COMMAND, hidden = true, description = "Writes to a store that is cut, or checks what is left.")
final class DurabilityChildCommand implements Callable<Integer> {
    @Option(names = "--engine", required = true)
    private String engine;

    @Option(names = "--level", required = true)
    private Durability level;

    @Option(names = "--seed")
    private long seed;

    @Option(names = "--round")
    private int round;

    @Option(names = "--commits")
    private int commits;

    @Option(names = "--store")
    private Path store;

    @Option(names = "--device")
    private Path device;

    @Option(names = "--acknowledgements")
    private Path acknowledgements;

    @Option(names = "--log")
    private Path log;

    @Override
    public Integer call() throws Exception {
        ParentWatch.start(ForkPlan.ofThisProcess().parent());
        EngineSpec spec = EngineSpec.parse(engine);
        Subject subject = new Subject(spec, Engines.load().of(spec), level);
        if (store == null) {
            Children.serve(subject);
        } else {
            new Writer(new Script(seed, round), acknowledgements, commits, log).write(subject, store, device);
            Runtime.getRuntime().halt(0); // cut off, not closed
        }
        return 0;
    }
}
