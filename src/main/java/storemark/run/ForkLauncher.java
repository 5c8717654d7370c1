package storemark.run;

import java.io.File;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/**
 * Puts a command before a fork's own, such as one that moves it into a memory group. Of JMH's plug-ins only a profiler may do so;
 * this one profiles nothing. Public, with a constructor of one string, because JMH makes it by name, in the fork too.
 *
 * @param command its words, a line each
 */
public record ForkLauncher(String command) implements ExternalProfiler {
    /** The argument of the constructor for a command. */
    static String argument(List<String> command) {
        return String.join("\n", command);
    }

    @Override
    public String getDescription() {
        return "Starts forks by another command";
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams benchmark) {
        return List.of(command.split("\n"));
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
