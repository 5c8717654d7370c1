package storemark.cli;

import static storemark.parameter.Parameters.ENGINES;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import storemark.engines.Engines;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.workload.Workload;

/** The options of the command line that are rows of the table of parameters. */
final class ParameterOptions {
    private ParameterOptions() {}

    /** Those of the datasets that a command works on. */
    static void addOfDatasets(CommandSpec command) {
        add(command, "Datasets:%n", Parameters.ofDatasets());
    }

    /** All of them. */
    static void addAll(CommandSpec command) {
        List<Parameter<?>> datasets = Parameters.ofDatasets();
        Predicate<Parameter<?>> told = parameter -> parameter.jmhName() != null;
        List<Parameter<?>> others = Parameters.ofCells().stream()
                .filter(parameter -> !datasets.contains(parameter))
                .toList();
        addOfDatasets(command);
        add(command, "Cells:%n", others.stream().filter(told.negate()).toList());
        add(
                command,
                "Operations and their conditions:%n",
                others.stream().filter(told).toList());
        add(command, "The run as a whole:%n", Parameters.ofRuns());
    }

    private static void add(CommandSpec command, String heading, Collection<Parameter<?>> parameters) {
        ArgGroupSpec.Builder section = ArgGroupSpec.builder().heading(heading).validate(false);
        parameters.forEach(parameter -> section.addArg(option(parameter)));
        command.addArgGroup(section.build());
    }

    private static OptionSpec option(Parameter<?> parameter) {
        OptionSpec.Builder option = OptionSpec.builder("--" + parameter).description(parameter.description());
        if (parameter.isFlag()) {
            return option.type(boolean.class).arity("0").build();
        }
        option.paramLabel(parameter.valueLabel()).arity("1").type(String.class);
        if (parameter.isList()) {
            option.type(List.class).auxiliaryTypes(String.class);
            option.splitRegex(parameter == ENGINES ? "" : ","); // specifications have commas of their own
        }
        return option.build();
    }

    /** What was given to a command of those options, with engine specifications that there are. */
    static Settings given(CommandSpec command, Engines engines) {
        ParseResult line = command.commandLine().getParseResult();
        Settings settings = new Settings();
        for (Parameter<?> parameter : Parameters.all()) {
            String option = "--" + parameter;
            if (line.hasMatchedOption(option)) {
                Object value = line.matchedOption(option).getValue();
                List<?> texts = value instanceof List<?> list ? list : List.of(value);
                settings.set(parameter, texts.stream().map(String::valueOf).toList(), option, Map.of());
            }
        }
        EngineNames.resolve(settings, engines);
        return settings;
    }

    /** Refuses options that none of {@code cells} uses: a user would think that they had been measured. */
    static void refuseUnused(Settings given, List<Cell> cells) {
        for (String name : given.toMap().keySet()) {
            Parameter<?> parameter = Parameters.named(name);
            if (cells.stream().noneMatch(cell -> parameter.isUsedBy(cell.workload(), cell.values()))) {
                throw Failure.usage("--" + name
                        + ": no workload of this run uses it: leave it out, or add a workload that does: "
                        + Stream.of(Workload.values())
                                .filter(workload -> parameter.isUsedBy(
                                        workload, cells.get(0).values()))
                                .map(Workload::label)
                                .collect(Collectors.joining(", ")));
            }
        }
    }
}
