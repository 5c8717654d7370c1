package storemark.jmh;

import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import storemark.parameter.Rate;
import storemark.results.Metric;
import storemark.statistics.Threshold;

/**
 * At what rate the operations of each iteration are planned. Warm-up is as fast as possible: at a low rate the code that is measured
 * would not be compiled.
 */
@State(Scope.Benchmark)
public class Pacing {
    /** Operations per second of all threads together, {@code limit:1ms}, or in a run {@code max:50%}. */
    @Param("max")
    public String rate;

    private Rate asked;
    private List<Double> maxima;
    private int increment;
    /** Of {@code limit:1ms}; null until the closed loop's rate is known. */
    private Threshold limit;

    private boolean measured;
    private double perSecond;
    private int recordsPerCall;

    @Setup(Level.Trial)
    public void open(Trial trial) {
        asked = trial.plan().rate();
        maxima = trial.plan().fork().maxima();
        recordsPerCall = trial.plan().recordsPerCall();
        if (!asked.isPlanned()) {
            throw new IllegalArgumentException(
                    "rate: must be given for operations at planned times, such as 20k; for a closed loop use the other benchmarks");
        }
        if (asked.kind() == Rate.Kind.SHARE && maxima == null) {
            throw new IllegalArgumentException(
                    "rate " + rate + " is a share of what the closed loop does: use 'run --rate " + rate
                            + "', which measures that first");
        }
    }

    /** Decides on the rate of the next iteration. */
    @Setup(Level.Iteration)
    public void advance(Trial trial, IterationParams iteration) {
        perSecond = iteration.getType() == IterationType.WARMUP ? Double.POSITIVE_INFINITY : next();
        Probe.plan(perSecond);
    }

    private double next() {
        return switch (asked.kind()) {
            case COUNT -> asked.value();
            case SHARE -> asked.value() / 100 * maxima.get(increment++);
            case LIMIT -> nextTry();
            case MAX -> throw new IllegalStateException("refused when the trial began");
        };
    }

    /** The first is as fast as possible, and says where to search. */
    private double nextTry() {
        if (!measured) {
            measured = true;
            return Double.POSITIVE_INFINITY;
        }
        if (limit == null) {
            limit = new Threshold(Probe.previous(Metric.wallRate));
        } else {
            limit.add(
                    perSecond,
                    Probe.previous(Metric.latencyP999) < asked.value()
                            && Probe.previous(Metric.achievedShare) >= Rate.ACHIEVED);
        }
        return limit.median();
    }

    /** Calls per second of all threads together; infinite for as fast as possible. */
    double callsPerSecond() {
        return perSecond / recordsPerCall;
    }
}
