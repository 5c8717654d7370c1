package storemark.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import storemark.durability.Children;
import storemark.run.EngineVersions;
import storemark.run.ForkFlags;
import storemark.text.Nearest;

/** The one entry point: our commands, and JMH's own command line for everything else. */
@Command(
        name = "storemark",
        description = "Compares embedded key-value stores. Without a command: run quick.",
        synopsisHeading = "Usage: java -jar target/benchmarks.jar [COMMAND] [OPTIONS]%n",
        customSynopsis = "",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "Any other command line goes to JMH unchanged: -l lists the benchmarks, -h shows its options.",
            "Exit codes: 0 done, 1 some cells failed or an engine named by --engines is not available, 2 wrong usage,",
            "3 refused to start, 4 slower (compare --fail-if-slower)."
        })
public final class Main {
    /** In the order of the help. */
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            LoadCommand.class,
            VerifyCommand.class,
            DatasetsCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            MergeCommand.class,
            ChooseCommand.class,
            PublishCommand.class,
            DurabilityCommand.class,
            DurabilityChildCommand.class,
            EnginesCommand.class,
            MachineCommand.class,
            SuitesCommand.class,
            VersionsCommand.class,
            AutoComplete.GenerateCompletion.class,
            CommandLine.HelpCommand.class);

    /** These need all commands. */
    private static final Set<Class<?>> ABOUT_ALL =
            Set.of(AutoComplete.GenerateCompletion.class, CommandLine.HelpCommand.class);

    private static final String STACK_TRACE = "--stacktrace";
    private static final int TYPING_ERRORS = 2;
    private static final Set<String> OWN_OPTIONS = Set.of("--help", "--version", "-V", STACK_TRACE, "--verbose");

    @Option(
            names = STACK_TRACE,
            scope = CommandLine.ScopeType.INHERIT,
            description = "print the stack trace of an error")
    private boolean stackTrace;

    /** Libraries start their loggers later, when an engine is asked for, and take the level from here. */
    @Option(
            names = "--verbose",
            scope = CommandLine.ScopeType.INHERIT,
            description = "show what the libraries log, and each cell of a dry run")
    void showLibraryLogs(boolean show) {
        System.setProperty(ForkFlags.LOG_LEVEL, show ? "info" : "off");
    }

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs one command in this process and returns its exit code. */
    static int run(String... arguments) {
        System.setProperty(ForkFlags.LOG_LEVEL, "off");
        Main main = new Main();
        // A thread of a library has ended: the command continues, and says by itself whether it can.
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> main.report("a library thread failed: ", thrown));
        if (arguments.length == 0) {
            return run("run", "quick");
        }
        CommandLine line = new CommandLine(main);
        named(arguments[0]).forEach(line::addSubcommand);
        line.setExecutionExceptionHandler((thrown, command, parsed) -> main.report("", thrown))
                .setParameterExceptionHandler(Main::explain)
                .setCaseInsensitiveEnumValuesAllowed(true);
        line.getSubcommands().forEach(Main::complete);
        if (arguments[0].equals("jmh")) {
            return JmhCommand.run(Arrays.copyOfRange(arguments, 1, arguments.length), "");
        }
        if (!line.getSubcommands().containsKey(arguments[0]) && !OWN_OPTIONS.contains(arguments[0])) {
            String option = arguments[0].split("=", 2)[0];
            CommandSpec run = line.getSubcommands().get("run").getCommandSpec();
            if (option.startsWith("--") && run.optionsMap().containsKey(option)) {
                System.err.println(option + " needs a command before it: run, load or verify; see --help");
                return Failure.USAGE;
            }
            return JmhCommand.run(arguments, meant(option, line));
        }
        return line.execute(arguments);
    }

    /** The command of this name alone, because picocli takes milliseconds to read each; all if no command or one of {@link #ABOUT_ALL} has it. */
    private static List<Class<?>> named(String name) {
        List<Class<?>> one = COMMANDS.stream()
                .filter(command -> !ABOUT_ALL.contains(command))
                .filter(command -> command.getAnnotation(Command.class).name().equals(name))
                .toList();
        return one.isEmpty() ? COMMANDS : one;
    }

    private static void complete(String name, CommandLine command) {
        CommandSpec spec =
                command.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(new Version());
        if (name.equals("run")) {
            ParameterOptions.addAll(spec);
        } else if (name.equals("load") || name.equals("verify")) {
            ParameterOptions.addOfDatasets(spec);
        }
    }

    /** What {@code first} may stand for, to be said where JMH can do nothing with it; empty when it is like nothing of ours. */
    private static String meant(String first, CommandLine line) {
        Set<String> commands = new TreeSet<>(line.getSubcommands().keySet());
        commands.removeAll(Set.of(EngineVersions.COMMAND, Children.COMMAND)); // for the harness itself
        CommandSpec run = line.getSubcommands().get("run").getCommandSpec();
        Set<String> names = first.startsWith("--") ? run.optionsMap().keySet() : commands;
        return question(Nearest.within(TYPING_ERRORS, first, names).stream()
                .map(name -> name.startsWith("--") && !OWN_OPTIONS.contains(name) ? "run " + name : name)
                .toList());
    }

    private static String question(List<String> near) {
        return near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "? ";
    }

    private int report(String what, Throwable thrown) {
        if (stackTrace) {
            thrown.printStackTrace();
        }
        System.err.println(what + Errors.line(thrown));
        return Errors.exitCode(thrown);
    }

    /** Says what is wrong with a command line; what was given may not have been read as far as {@code --stacktrace}. */
    private static int explain(CommandLine.ParameterException wrong, String[] given) {
        if (List.of(given).contains(STACK_TRACE)) {
            wrong.printStackTrace();
        }
        List<String> near = wrong instanceof CommandLine.UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions()
                : List.of();
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName().replaceFirst("^storemark ?", "");
        System.err.println(wrong.getMessage().replaceAll("\\s+", " ") + ": " + question(near) + "See "
                + (command.isEmpty() ? "" : command + " ") + "--help");
        return Failure.USAGE;
    }
}
