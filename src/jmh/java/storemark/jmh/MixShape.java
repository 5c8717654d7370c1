package storemark.jmh;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import storemark.parameter.Parameters;
import storemark.workload.Mix;
import storemark.workload.Mix.Kind;
import storemark.workload.ScanLength;

/** How often a mix reads, writes and scans, and how much a scan reads. */
@State(Scope.Benchmark)
public class MixShape {
    /** Percentages, 100 in all: {@link Mix}. */
    @Param("scan90-update10")
    public String mix;

    @Param("100")
    public String scanLength;

    private ScanLength lengths;
    /** Each is the sum of the shares up to its kind: a draw from 0 to 99 selects the first kind whose sum is above it. */
    private int reads;

    private int updates;
    private int scans;
    private int inserts;

    @Setup(Level.Trial)
    public void open(Trial trial) {
        Mix parsed = trial.plan().get(Parameters.MIX);
        lengths = trial.plan().get(Parameters.SCAN_LENGTH);
        reads = parsed.of(Kind.READ);
        updates = reads + parsed.of(Kind.UPDATE);
        scans = updates + parsed.of(Kind.SCAN);
        inserts = scans + parsed.of(Kind.INSERT);
    }

    /** Does one operation. */
    void next(Worker worker) throws Exception {
        int draw = worker.percent();
        if (draw < reads) {
            worker.get(worker.nextId());
        } else if (draw < updates) {
            worker.update(worker.nextId());
        } else if (draw < scans) {
            worker.scan(worker.nextId(), lengths);
        } else if (draw < inserts) {
            worker.append();
        } else {
            long id = worker.nextId();
            worker.get(id);
            worker.update(id);
        }
    }
}
