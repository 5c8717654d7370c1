package storemark.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import storemark.fork.ForkPlan;
import storemark.run.ForkFlags;
import storemark.run.JmhCell;
import storemark.run.TemporaryFolder;

/**
 * JMH's own command line, unchanged, with what every fork of ours needs put in front: the flags that libraries want, our
 * metrics, and a time-out that leaves room to load a store.
 */
final class JmhCommand {
    private JmhCommand() {}

    /** @param meant what is added where the words are neither JMH's nor ours; may be empty */
    static int run(String[] arguments, String meant) {
        try {
            CommandLineOptions given = new CommandLineOptions(arguments);
            if (given.shouldHelp()) {
                given.showHelp();
                return 0;
            }
            return run(given, meant);
        } catch (CommandLineOptionException wrong) {
            String said = wrong.getMessage().strip() + ": " + meant;
            System.err.println(said + "this is JMH's command line; see -h, or --help for ours");
            return Failure.USAGE;
        } catch (Exception failed) {
            System.err.println(Errors.line(failed));
            return Errors.exitCode(failed);
        }
    }

    private static int run(CommandLineOptions given, String meant) throws Exception {
        if (given.getForkCount().hasValue() && given.getForkCount().get() == 0) {
            throw Failure.usage(
                    "-f 0 measures in a JVM that has run other engines, whose calls are then slower: use -f 1");
        }
        AtomicInteger started = new AtomicInteger();
        VerboseMode mode = given.verbosity().orElse(VerboseMode.NORMAL);
        PrintStream out = given.getOutput().hasValue()
                ? new PrintStream(given.getOutput().get(), StandardCharsets.UTF_8)
                : System.out;
        OutputFormat format = OutputFormatFactory.createFormatInstance(out, mode);
        Runner runner = new Runner(options(given), counting(format, started));
        if (given.shouldListProfilers()) {
            given.listProfilers();
        } else if (given.shouldListResultFormats()) {
            given.listResultFormats();
        } else if (given.shouldList()) {
            runner.list();
        } else if (given.shouldListWithParams()) {
            runner.listWithParams(given);
        } else {
            measure(given, runner, started, meant);
        }
        return 0;
    }

    private static void measure(CommandLineOptions given, Runner runner, AtomicInteger started, String meant) {
        try {
            int measured = runner.run().size();
            int failed = started.get() - measured;
            if (failed > 0) {
                throw Failure.failed(failed + " of " + started + " benchmarks failed: see <failure> in JMH's output");
            }
        } catch (NoBenchmarksException none) {
            throw Failure.usage("no command or benchmark matches " + String.join(" ", given.getIncludes()) + ": "
                    + meant + "-l lists the benchmarks, --help the commands");
        } catch (RunnerException failed) {
            throw Failure.failed("JMH: " + Errors.withCauses(failed));
        }
    }

    private static org.openjdk.jmh.runner.options.Options options(CommandLineOptions given) throws IOException {
        List<String> flags = new ArrayList<>(ForkFlags.access());
        flags.addAll(TemporaryFolder.flags());
        flags.addAll(given.getJvmArgsPrepend().orElse(List.of()));
        flags.addAll(ForkPlan.ofChild().flags());
        ChainedOptionsBuilder options = new OptionsBuilder().parent(given).jvmArgsPrepend(flags.toArray(String[]::new));
        boolean hasMetrics = given.getProfilers().stream()
                .anyMatch(profiler -> profiler.getKlass().equals(JmhCell.PROFILER));
        if (!hasMetrics) {
            options.addProfiler(JmhCell.PROFILER, "");
        }
        if (!given.getTimeout().hasValue()) {
            options.timeout(JmhCell.TIMEOUT);
        }
        return options.build();
    }

    /** The format; it also counts started benchmarks, because JMH silently leaves failed ones out of its results. */
    private static OutputFormat counting(OutputFormat format, AtomicInteger started) {
        return (OutputFormat) Proxy.newProxyInstance(
                JmhCommand.class.getClassLoader(), new Class<?>[] {OutputFormat.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("startBenchmark")) {
                        started.incrementAndGet();
                    }
                    try {
                        return method.invoke(format, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
