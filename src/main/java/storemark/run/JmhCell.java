package storemark.run;

import static storemark.parameter.Parameters.BATCH;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.TIME;
import static storemark.parameter.Parameters.WALK;
import static storemark.parameter.Parameters.WARM_UP;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import storemark.results.Json;
import storemark.suite.Cell;
import storemark.workload.Workload;

/** Runs one cell: one benchmark, one set of parameters, one fork. */
public final class JmhCell {
    /** Adds our metrics. Named by text, because nothing in the harness may depend on the benchmarks. */
    public static final String PROFILER = "storemark.jmh.MetricsProfiler";
    /** JMH's limit covers set-up and close as well, and both may take hours with a large store. */
    public static final TimeValue TIMEOUT = TimeValue.days(10);

    /**
     * Parts of the warm-up, each of which begins as a measured increment does, with a call of the measured method and what the key range
     * gains: what an engine does with pages that it has not read yet is compiled before anything is measured.
     */
    private static final int WARM_UPS = 4;

    private JmhCell() {}

    /** How many turns come before the first measured one. */
    static int warmUpTurns(Workload workload) {
        return workload.countsOperations() ? 1 : WARM_UPS;
    }

    /**
     * Measures {@code cell}.
     *
     * @param flags of the fork's JVM, in place of this one's
     * @param prefix a command to start the fork by; empty for none
     * @param memory what the fork may use; the caller closes it
     * @param status told of every iteration as it ends
     * @return an array of one result in JMH's own schema
     * @throws CellFailure when the fork failed or died
     */
    static JsonNode measure(Cell cell, List<String> flags, List<String> prefix, ForkMemory memory, CellStatus status)
            throws CellFailure {
        try (CapturedOutput output = CapturedOutput.start()) {
            JsonNode result = run(options(cell, flags, prefix), output, status);
            memory.verify();
            return result;
        } catch (CellFailure failed) {
            throw memory.explain(failed);
        }
    }

    private static JsonNode run(Options options, CapturedOutput output, CellStatus status) throws CellFailure {
        try {
            Collection<RunResult> results = new Runner(options, new CellOutput(output.stream(), status)).run();
            if (results.isEmpty()) {
                throw new CellFailure(FailureReason.in(output.text()), output.text());
            }
            return json(results);
        } catch (RunnerException failed) {
            String said = output.text();
            String reason = said.isBlank() ? FailureReason.oneLine(failed) : FailureReason.in(said);
            throw new CellFailure(reason, said, failed);
        }
    }

    private static Options options(Cell cell, List<String> flags, List<String> prefix) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(cell.benchmark()) + "$")
                .threads(cell.allThreads())
                .forks(1)
                .jvmArgs(flags.toArray(String[]::new))
                .measurementIterations(cell.iterations())
                .timeout(TIMEOUT)
                .shouldFailOnError(true)
                .addProfiler(PROFILER, "");
        if (!prefix.isEmpty()) {
            options.addProfiler(ForkLauncher.class, ForkLauncher.argument(prefix));
        }
        if (cell.workload().countsOperations()) { // their time bounds the warm-up, which is not JMH's
            options.warmupIterations(0)
                    .measurementBatchSize(cell.operationsPerThread())
                    .measurementTime(TimeValue.milliseconds(cell.get(WARM_UP)));
        } else {
            options.warmupIterations(WARM_UPS)
                    .warmupTime(TimeValue.milliseconds(Math.max(1, cell.get(WARM_UP) / WARM_UPS)))
                    .measurementTime(TimeValue.milliseconds(cell.get(TIME)));
        }
        if (cell.workload() == Workload.UPDATE) {
            options.operationsPerInvocation(cell.get(BATCH)); // a batch is one invocation
        } else if (cell.workload().readsInOrder()) {
            options.operationsPerInvocation(
                    Math.toIntExact(cell.get(WALK).recordsInCall(cell.get(ENTRIES), cell.threads())));
        }
        cell.parameters().forEach(options::param);
        return options.build();
    }

    private static JsonNode json(Collection<RunResult> results) throws CellFailure {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .writeOut(results);
        try {
            return Json.MAPPER.readTree(bytes.toByteArray());
        } catch (IOException broken) {
            throw new CellFailure(
                    "JMH's JSON cannot be read: " + broken.getMessage(),
                    bytes.toString(StandardCharsets.UTF_8),
                    broken);
        }
    }
}
