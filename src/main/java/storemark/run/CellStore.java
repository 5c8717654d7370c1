package storemark.run;

import static storemark.parameter.Parameters.CACHE;
import static storemark.parameter.Parameters.DURABILITY;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.LOADED;

import java.nio.file.Path;
import storemark.dataset.DatasetSpec;
import storemark.dataset.OpenOptions;
import storemark.engine.Engine;
import storemark.engine.StoreSpec;
import storemark.suite.Cell;

/**
 * What a cell works on, derived from it once.
 *
 * @param engine the cell's
 * @param dataset what its store is made of
 * @param directory where stores are
 */
record CellStore(Cell cell, Engine engine, DatasetSpec dataset, Path directory) {
    static CellStore of(Cell cell, Engine engine, Path directory, Path device) {
        return new CellStore(
                cell,
                engine,
                DatasetSpec.of(engine, cell.engine(), cell.values().records(), cell.get(ENTRIES), device)
                        .loaded(cell.get(LOADED))
                        .aged(cell.values().turnovers()),
                directory);
    }

    /** What the engine will be asked to open. */
    StoreSpec spec() {
        return spec(cell.get(CACHE));
    }

    /** The same with a cache of {@code cacheBytes}. */
    StoreSpec spec(long cacheBytes) {
        return dataset.storeSpec(
                directory, true, new OpenOptions(cell.get(DURABILITY), cacheBytes, cell.allThreads(), 0));
    }

    /** What the engine keeps on the heap, in bytes. */
    long heapBytes() {
        return engine.heapBytes(spec());
    }
}
