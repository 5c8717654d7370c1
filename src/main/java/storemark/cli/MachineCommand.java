package storemark.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import storemark.fork.ForkPlan;
import storemark.machine.Machine;
import storemark.machine.Preflight;
import storemark.run.ForkFlags;
import storemark.text.Printable;

/** {@code machine}: what a run would record of this machine, and what speaks against measuring on it. */
@Command(name = "machine", description = "Shows this machine as a run records it, and what would spoil a run.")
final class MachineCommand implements Callable<Integer> {
    @Option(names = "--dir", paramLabel = "PATH", description = "where stores would be (default: ${DEFAULT-VALUE})")
    private Path directory = ForkPlan.DIRECTORY;

    @Override
    public Integer call() {
        for (Map.Entry<String, Map<String, Object>> group :
                Machine.describe(directory, ForkFlags.published()).entrySet()) {
            System.out.println(group.getKey());
            group.getValue()
                    .forEach((name, value) ->
                            System.out.print(Printable.of(String.format("    %-24s %s%n", name, value))));
        }
        int threads = Runtime.getRuntime().availableProcessors();
        for (Preflight.Finding finding : Preflight.check(new Preflight.Plan(directory, 0, threads, -1))) {
            System.out.println(Printable.of(Findings.line(finding)));
        }
        return 0;
    }
}
