package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import storemark.report.Comparison;
import storemark.results.Results;
import storemark.text.Printable;

/** {@code compare}: the cells of runs beside those of the first, each with its ratio, interval and verdict. */
@Command(
        name = "compare",
        description = {
            "Compares each cell of runs with the same cell of the first run: ratio, interval and verdict.",
            "A verdict needs five repetitions of both."
        })
final class CompareCommand implements Callable<Integer> {
    @Parameters(arity = "2..*", paramLabel = "RUN", description = "folders of runs: the old one, then new ones")
    private List<Path> runs;

    /** A share: 0.05 for 5%. Null when not given. */
    @Option(
            names = "--fail-if-slower",
            paramLabel = "P",
            converter = Percent.class,
            description = "end with exit code 4 if the whole interval of a cell is slower by more than P: 5%%")
    private Double limit;

    @Option(names = "--markdown", description = "print a Markdown table, for an issue or a README")
    private boolean markdown;

    /** Reads a percentage as a share. */
    static final class Percent implements ITypeConverter<Double> {
        private static final Pattern FORM = Pattern.compile("([0-9]{1,2}(?:\\.[0-9]+)?)%");

        @Override
        public Double convert(String text) {
            Matcher parts = FORM.matcher(text);
            if (!parts.matches()) {
                throw new TypeConversionException("'" + text + "' is not a percentage below 100% such as 5%");
            }
            return Double.parseDouble(parts.group(1)) / 100;
        }
    }

    @Override
    public Integer call() throws IOException {
        List<Results> results = ChooseCommand.read(runs);
        List<Comparison> comparisons = results.stream()
                .skip(1)
                .map(other -> compare(results.get(0), other))
                .toList();
        for (Comparison comparison : comparisons) {
            System.out.println(Printable.of(markdown ? comparison.markdown() : comparison.text()));
        }
        if (limit != null) {
            failIfSlower(comparisons);
        }
        return 0;
    }

    private static Comparison compare(Results base, Results other) {
        try {
            return new Comparison(base, other);
        } catch (IllegalArgumentException nothingInCommon) {
            throw new Failure(Failure.REFUSED, nothingInCommon.getMessage(), nothingInCommon);
        }
    }

    private void failIfSlower(List<Comparison> comparisons) {
        if (comparisons.stream().noneMatch(Comparison::decided)) {
            throw Failure.refused("no cell has repetitions enough for --fail-if-slower: measure with --repetitions 5");
        }
        String slower = comparisons.stream()
                .map(comparison -> comparison.slowerBy(limit))
                .filter(names -> !names.isEmpty())
                .collect(Collectors.joining("; "));
        if (!slower.isEmpty()) {
            throw Failure.slower("slower by more than --fail-if-slower allows: " + slower);
        }
    }
}
