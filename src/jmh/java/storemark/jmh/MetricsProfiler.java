package storemark.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;
import storemark.results.Metric;

/** Puts every {@link Metric} beside JMH's score, for each iteration. All are there each time: a gap would shift the rest. */
public final class MetricsProfiler implements InternalProfiler {
    @Override
    public String getDescription() {
        return "Storemark's metrics of the store and the process, an iteration at a time";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        // The measured part starts later, when the workers are set up: Probe.ready takes that moment.
        ForkProfiler.iteration(iteration.getType() == IterationType.MEASUREMENT);
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        Map<Metric, Double> metrics = Probe.metrics(iteration.getType() == IterationType.MEASUREMENT);
        ForkProfiler.write();
        List<ScalarResult> results = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            results.add(new ScalarResult(
                    metric.name(), metrics.getOrDefault(metric, -1.0), metric.unit(), AggregationPolicy.MAX));
        }
        return results;
    }
}
