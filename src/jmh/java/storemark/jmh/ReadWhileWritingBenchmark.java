package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/**
 * Gets of one random record of the key range, while {@code writers} of the threads overwrite random records. JMH's score is that of all
 * threads; the metric wallRate is of those that read, and writerRate of those that write.
 *
 * <pre>java -jar target/benchmarks.jar ReadWhileWritingBenchmark -p engine=lmdb -p writers=1 -p writeRate=10k -t 3</pre>
 */
@Threads(2)
public class ReadWhileWritingBenchmark extends TimedBenchmark {
    @Benchmark
    public long readWhileWriting(Worker worker, Writing writing, WriterShape shape, Pass pass) throws Exception {
        if (writing.writes()) {
            return writing.update(worker);
        }
        long started = worker.start();
        worker.get(worker.nextId());
        return worker.finish(started);
    }

    /** How many threads write, and how fast. */
    @State(Scope.Benchmark)
    public static class WriterShape {
        @Param("1")
        public int writers;

        /** Operations per second of all that write; {@code max} for as fast as possible. */
        @Param("max")
        public String writeRate;
    }
}
