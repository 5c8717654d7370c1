package storemark.jmh;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import storemark.engine.Engine;
import storemark.engines.Engines;
import storemark.engines.Variant;
import storemark.workload.Draws;
import storemark.workload.Workload;

/** What JMH would hand to the benchmarks' states, for tests that call their methods in this process. */
final class InProcess {
    static final int ENTRIES = 1200;
    static final int STEP = 600;
    static final long SEED = 42;
    /** No value has more bytes. */
    static final int LARGEST = 300;

    private InProcess() {}

    /**
     * An engine by its name with four threads, and with two cold; each of its profiles, but the library as it comes, with two; and two
     * engines with one thread.
     */
    record Case(Variant variant, int threads, boolean cold) {
        Case(String spec, int threads) {
            this(Variant.parse(spec), threads, false);
        }

        /** Fewer where each is a file: before a cold step a process is started for each file. */
        int entries() {
            return variant.count(ENTRIES, ENTRIES / 5);
        }

        int step() {
            return entries() / 2;
        }

        @Override
        public String toString() {
            return variant + ", threads: " + threads + (cold ? ", cold" : "");
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Engine engine : Engines.load().all()) {
            for (int threads : List.of("lmdb", "heap").contains(engine.name()) ? new int[] {1, 4} : new int[] {4}) {
                cases.add(new Case(engine.name(), threads));
            }
            cases.add(new Case(Variant.parse(engine.name()), 2, true));
            engine.traits().profiles().keySet().stream()
                    .filter(profile -> !profile.equals("default"))
                    .forEach(profile -> cases.add(new Case(engine.name() + ":" + profile, 2)));
        }
        return cases.stream();
    }

    /** A trial with JMH's defaults: the first value of each parameter. */
    private static Trial defaults() {
        Trial trial = new Trial();
        for (Field field : Trial.class.getFields()) {
            Param param = field.getAnnotation(Param.class);
            if (param == null) {
                continue;
            }
            String text = param.value()[0];
            Class<?> type = field.getType();
            Object value = type == int.class
                    ? (Object) Integer.valueOf(text)
                    : type == long.class ? Long.valueOf(text) : type == boolean.class ? Boolean.valueOf(text) : text;
            try {
                field.set(trial, value);
            } catch (IllegalAccessException failed) {
                throw new AssertionError(failed);
            }
        }
        return trial;
    }

    static Trial trial(Case run) {
        Trial trial = defaults();
        trial.engine = run.variant().toString();
        trial.entries = String.valueOf(run.entries());
        trial.step = String.valueOf(run.step());
        // The control has one value for all ids, so it is right in one size only.
        trial.valueBytes = run.variant().named().name().equals("null") ? "100" : "10-" + LARGEST;
        trial.compressibility = "0.3";
        trial.durability = run.variant().weakest().label();
        trial.cache = "64m";
        trial.cold = run.cold();
        trial.keyBytes = 8;
        trial.batch = 1;
        trial.touch = "full";
        trial.sample = 7;
        trial.seed = SEED;
        return trial;
    }

    /**
     * @param named parameters that only some benchmarks have, each a name and its value
     */
    static BenchmarkParams benchmark(
            Trial trial, Workload workload, int threads, IterationParams iterations, String... named) {
        WorkloadParams parameters = new WorkloadParams();
        for (Field field : Trial.class.getFields()) {
            parameters.put(field.getName(), value(field, trial), 0);
        }
        for (int at = 0; at < named.length; at += 2) {
            parameters.put(named[at], named[at + 1], 0);
        }
        return new BenchmarkParams(
                workload.benchmark(),
                "",
                true,
                threads,
                new int[] {1},
                List.of(),
                1,
                0,
                iterations,
                iterations,
                Mode.Throughput,
                parameters,
                TimeUnit.SECONDS,
                List.of(named).contains("whole") ? ENTRIES / threads : 1,
                "java",
                List.of(),
                "17",
                "a test",
                "1",
                "1.37",
                TimeValue.minutes(10));
    }

    private static String value(Field field, Trial trial) {
        try {
            return String.valueOf(field.get(trial));
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("JMH's parameters are public", impossible);
        }
    }

    /** What a thread draws from in the first pass of the first repetition. */
    static SplittableRandom random(Workload workload, int thread) {
        return Draws.of(SEED, workload.label().hashCode(), 1, 1, thread);
    }

    static IterationParams iteration() {
        return new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.milliseconds(1), 1);
    }

    static ThreadParams thread(int index, int threads) {
        return new ThreadParams(index, threads, 0, 1, index, threads, 0, 1, 0, 1);
    }
}
