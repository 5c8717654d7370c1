package storemark.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import storemark.results.Shard;
import storemark.run.Shards;
import storemark.suite.Cell;

/** The options of a run that measures a part of its plan, for several machines. */
final class ShardOptions {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})/([1-9][0-9]{0,5})");
    /** What is not the same for all shards, or says nothing about what is measured. */
    private static final Set<String> OWN =
            Set.of("--shard", "--results", "--dir", "--device", "--erase-device", "--page-only", "--verbose");

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "measure part I of N, each on a machine of its own, and join them with the command merge")
    private String shard;

    @Option(names = "--plan-only", description = "print which shard and unit each cell belongs to; measure nothing")
    private boolean planOnly;

    /** A part of a plan: {@code number} from 1 to {@code of}. */
    record Part(int number, int of) {
        /** The cells of this part, those of the reference first. */
        List<Cell> cells(List<Cell> plan, Shards shards) {
            List<Cell> reference = Shards.reference();
            Set<String> taken = reference.stream().map(Cell::id).collect(Collectors.toSet());
            return Stream.concat(
                            reference.stream(),
                            plan.stream()
                                    .filter(cell ->
                                            shards.numbers().get(cell.id()) == number && !taken.contains(cell.id())))
                    .toList();
        }

        /** For the plan of a run that is started by {@code run}. */
        Shard describe(List<Cell> plan, Shards shards, CommandSpec run, String suite) {
            Map<String, Integer> numbers = shards.numbers();
            return new Shard(
                    number,
                    of,
                    command(run, suite),
                    plan.stream()
                            .map(cell -> new Shard.Part(numbers.get(cell.id()), cell.entry()))
                            .toList());
        }
    }

    boolean isPlanOnly() {
        return planOnly;
    }

    /** Null where all of the plan is asked for. */
    Part part() {
        if (shard == null) {
            return null;
        }
        Matcher parts = FORM.matcher(shard);
        if (parts.matches()) {
            Part part = new Part(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
            if (part.number() <= part.of()) {
                return part;
            }
        }
        throw Failure.usage("--shard '" + shard + "': must be I/N with I between 1 and N, such as 3/8");
    }

    /** What was typed, without what belongs to one shard or one machine. */
    private static String command(CommandSpec run, String suite) {
        Set<OptionSpec> given =
                new LinkedHashSet<>(run.commandLine().getParseResult().matchedOptions());
        return "run " + quoted(suite)
                + given.stream()
                        .filter(option -> !OWN.contains(option.longestName()))
                        .map(option -> " " + option.longestName() + value(option))
                        .collect(Collectors.joining());
    }

    private static String value(OptionSpec option) {
        return option.arity().max() == 0 ? "" : " " + quoted(String.join(",", option.originalStringValues()));
    }

    /** As a shell reads it. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:,+%@=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
