package storemark.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import storemark.durability.Children;
import storemark.durability.Subject;
import storemark.engine.EngineSpec;
import storemark.engines.Engines;
import storemark.fork.ForkPlan;
import storemark.machine.ParentWatch;
import storemark.results.Json;

/** {@code durability-child}: for the harness itself; writes where it is given a writer, and else checks those that it is asked for. */
@Command(name = Children.COMMAND, hidden = true, description = "Writes to a store that is cut, or checks what is left.")
final class DurabilityChildCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", description = "what to do, as JSON")
    private String json;

    @Override
    public Integer call() throws Exception {
        ParentWatch.start(ForkPlan.ofThisProcess().parent());
        Children.Task task = Json.MAPPER.readValue(json, Children.Task.class);
        EngineSpec spec = EngineSpec.parse(task.engine());
        Subject subject = new Subject(spec, Engines.load().of(spec), task.level());
        if (task.writer() == null) {
            Children.serve(subject);
        } else {
            task.writer().write(subject);
            Runtime.getRuntime().halt(0); // cut off, not closed
        }
        return 0;
    }
}
