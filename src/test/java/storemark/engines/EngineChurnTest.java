package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.LoadOptions;
import storemark.dataset.OpenOptions;
import storemark.dataset.Progress;
import storemark.dataset.Verification;
import storemark.engine.Records;

/** A store of every engine whose records were all replaced holds those that a fresh one has, and no others. */
@ParameterizedClass
@MethodSource("storemark.engines.Variant#availableButDefault")
@Timeout(120)
record EngineChurnTest(Variant variant) {
    private static final long CACHE_BYTES = 32 << 20;
    /** More than one: ids that were deleted are inserted again. Odd: what is loaded at first are not the ids of a fresh store. */
    private static final int TURNOVERS = 3;

    @Test
    void agedStoreHoldsTheRecordsOfAFreshOne(@TempDir Path directory) throws Exception {
        long entries = variant.count(1200, 100);
        Records records = new Records(7, 8, 0, 300, 0.0);
        DatasetSpec aged = DatasetSpec.of(variant.engine(), variant.named(), records, entries, null)
                .aged(TURNOVERS);
        LoadOptions quietly = new LoadOptions(CACHE_BYTES, 1, Progress.Listener.NONE);
        Dataset dataset = new Datasets(directory).load(aged, quietly, false);
        assertEquals(TURNOVERS, dataset.manifest().turnovers());
        assertTrue(dataset.manifest().churnSeconds() > 0);
        Verification found = dataset.verify(OpenOptions.of(CACHE_BYTES, 1), Progress.Listener.NONE);
        assertEquals(List.of(), found.first());
        assertEquals(entries, found.records());
    }
}
