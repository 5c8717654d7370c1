package storemark.cli;

import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import storemark.parameter.Parameter;
import storemark.suite.Settings;

/** The options of the command line that are rows of the table of parameters. */
final class ParameterOptions {
    private ParameterOptions() {}

    static void add(CommandSpec command, Collection<Parameter<?>> parameters) {
        for (Parameter<?> parameter : parameters) {
            OptionSpec.Builder option = OptionSpec.builder("--" + parameter).description(parameter.description());
            if (parameter.isFlag()) {
                command.addOption(option.type(boolean.class).arity("0").build());
                continue;
            }
            option.paramLabel(parameter.valueLabel()).arity("1");
            if (parameter.isList()) {
                option.type(List.class).auxiliaryTypes(String.class);
                option.splitRegex(parameter == Parameter.ENGINES ? "" : ","); // specifications have commas of their own
            } else {
                option.type(String.class);
            }
            command.addOption(option.build());
        }
    }

    /** What was given to a command of those options. */
    static Settings given(CommandSpec command) {
        ParseResult line = command.commandLine().getParseResult();
        Settings settings = new Settings();
        for (Parameter<?> parameter : Parameter.all()) {
            if (line.hasMatchedOption("--" + parameter)) {
                Object value = line.matchedOption("--" + parameter).getValue();
                settings.set(
                        parameter,
                        value instanceof List<?> texts
                                ? texts.stream().map(String::valueOf).toList()
                                : List.of(String.valueOf(value)));
            }
        }
        return settings;
    }
}
