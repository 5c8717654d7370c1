package storemark.run;

import java.io.File;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import storemark.machine.MemoryGroup;

/**
 * Starts a fork inside of a memory group. Of JMH's plug-ins only a profiler may put a command before the fork's own; this one
 * profiles nothing. Public, with this constructor, because JMH makes it by name, in the fork too.
 */
public final class ForkLauncher implements ExternalProfiler {
    private final Path group;

    /** @param group the group's directory */
    public ForkLauncher(String group) {
        this.group = Path.of(group);
    }

    @Override
    public String getDescription() {
        return "Starts forks in a memory group";
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams benchmark) {
        return MemoryGroup.commandPrefix(group);
    }

    @Override
    public Collection<String> addJVMOptions(BenchmarkParams benchmark) {
        return List.of();
    }

    @Override
    public void beforeTrial(BenchmarkParams benchmark) {
        // nothing to prepare
    }

    @Override
    public Collection<? extends Result<?>> afterTrial(
            BenchmarkResult result, long process, File standardOutput, File standardError) {
        return List.of();
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }
}
