package storemark.run;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import storemark.machine.Canary.Look;
import storemark.machine.MachineLoad;
import storemark.results.Metric;

/**
 * The machine during one turn.
 *
 * @param number its place in the order of turns, from 1
 * @param began seconds since 1970
 * @param nanos how long it took
 * @param before what the canaries said right before it
 * @param after and right after it
 * @param load what else the machine did meanwhile
 * @param pausedNanos time in which the fork or the machine stood still
 */
record Turn(int number, double began, long nanos, Look before, Look after, MachineLoad.Shares load, long pausedNanos) {
    double slower(ToDoubleFunction<Look> canary) {
        return Math.max(canary.applyAsDouble(before), canary.applyAsDouble(after));
    }

    Map<Metric, Double> metrics(boolean disturbed) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        metrics.put(Metric.turn, (double) number);
        metrics.put(Metric.turnBegan, began);
        metrics.put(Metric.turnNanos, (double) nanos);
        metrics.put(Metric.canaryCompute, slower(Look::compute));
        metrics.put(Metric.canaryMemory, slower(Look::memory));
        metrics.put(Metric.canaryDisk, slower(Look::disk));
        metrics.put(Metric.othersCpuShare, load.others());
        metrics.put(Metric.kernelCpuShare, load.kernel());
        metrics.put(Metric.stealShare, load.steal());
        metrics.put(Metric.cpuPressure, load.cpuPressure());
        metrics.put(Metric.ioPressure, load.ioPressure());
        metrics.put(Metric.memoryPressure, load.memoryPressure());
        metrics.put(Metric.throttles, load.throttles());
        metrics.put(Metric.cpuMegahertz, load.megahertz());
        metrics.put(Metric.pausedNanos, (double) pausedNanos);
        metrics.put(Metric.disturbed, disturbed ? 1.0 : 0.0);
        return metrics;
    }
}
