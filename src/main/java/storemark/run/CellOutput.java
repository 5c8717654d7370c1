package storemark.run;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.format.OutputFormat;
import storemark.results.Metric;

/** Takes what JMH would print: iterations go to a status, the rest to where the fork's own output goes. */
record CellOutput(PrintStream output, CellStatus status) implements OutputFormat {
    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams iteration, int number, IterationResult data) {
        double diskBytes = metric(data, Metric.diskBytes);
        status.ended(
                numberOf(iteration, number),
                metric(data, Metric.wallRate),
                Double.isNaN(diskBytes) ? -1 : (long) diskBytes);
    }

    private static double metric(IterationResult data, Metric metric) {
        Result<?> result = data.getSecondaryResults().get(metric.name());
        return result == null ? Double.NaN : result.getScore();
    }

    private static int numberOf(IterationParams iteration, int number) {
        return iteration.getType() == IterationType.MEASUREMENT ? number : 0;
    }

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams iteration, int number) {
        status.begins(numberOf(iteration, number));
    }

    @Override
    public void startBenchmark(BenchmarkParams benchmark) {
        // one benchmark a runner
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        // one benchmark a runner
    }

    @Override
    public void startRun() {
        // one benchmark a runner
    }

    @Override
    public void endRun(Collection<RunResult> results) {
        // returned by the runner
    }

    @Override
    public void print(String text) {
        output.print(text);
    }

    @Override
    public void println(String text) {
        output.println(text);
    }

    @Override
    public void verbosePrintln(String text) {
        // of no use in a log of failures
    }

    @Override
    public void write(int octet) {
        output.print((char) octet);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        output.write(bytes);
    }

    @Override
    public void flush() {
        // nothing is buffered
    }

    @Override
    public void close() {
        // the owner of the output closes it
    }
}
