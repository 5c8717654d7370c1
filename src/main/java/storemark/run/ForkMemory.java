package storemark.run;

import static storemark.parameter.Parameters.MEMORY;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import storemark.fork.ForkPlan;
import storemark.machine.MemoryGroup;
import storemark.machine.PageCache;
import storemark.suite.Cell;
import storemark.text.Amount;

/**
 * The memory of one cell's fork: a group of its own with the budget as its limit, and a store of which nothing is cached
 * outside of that group. Without a budget there is no group and nothing is evicted. Closing removes the group, also while
 * another thread does so.
 *
 * @param budget in bytes; 0 for none
 * @param store where the store is, or is to be
 * @param group null without a budget, and where the budget is not enforced
 */
record ForkMemory(long budget, List<Path> store, MemoryGroup group) implements AutoCloseable {
    /**
     * Prepares the memory of a cell that has been given some.
     *
     * @param store what holds its store, or is to hold it, as far as it is there: its folder, its device; none for none
     * @param advisory whether to go on without a group
     * @throws CellFailure when pages of the store stay cached, or no group can be made
     */
    static ForkMemory of(Cell cell, List<Path> store, boolean advisory) throws CellFailure {
        long budget = cell.get(MEMORY);
        if (budget == 0) {
            return new ForkMemory(0, List.of(), null);
        }
        try {
            PageCache.evict(store);
            if (!advisory) {
                expectEvicted(store, budget);
            }
            return new ForkMemory(budget, store, advisory ? null : MemoryGroup.create(budget));
        } catch (IOException failed) {
            throw new CellFailure(failed.getMessage(), "", failed);
        }
    }

    private static void expectEvicted(List<Path> store, long budget) throws IOException, CellFailure {
        long stayed = PageCache.residentBytes(store);
        if (stayed < 0) {
            throw new CellFailure(
                    "cannot check whether the store has left the page cache: run as a user who may read its files, or the device",
                    "");
        }
        if (stayed > few(store, budget)) {
            throw new CellFailure(
                    Amount.ofBytes(stayed) + " of the store stay in the page cache, outside of the fork's memory group,"
                            + " which would void its limit: end the process that has the files mapped or the device open,"
                            + " or choose a --dir that is not in memory",
                    "");
        }
    }

    private static long few(List<Path> store, long budget) {
        return Math.max(PageCache.negligibleBytes(store), budget / 256);
    }

    /** What the fork is told of it, which checks it before it measures; null where there is no budget. */
    ForkPlan.Memory mode() {
        return budget == 0 ? null : group == null ? ForkPlan.Memory.ADVISORY : ForkPlan.Memory.ENFORCED;
    }

    /** The command that starts the fork in its group; empty where there is none. */
    List<String> commandPrefix() {
        return group == null ? List.of() : group.commandPrefix();
    }

    /**
     * Checks, after the fork has ended, that nobody else cached its store meanwhile.
     *
     * @throws CellFailure when more of the store is cached than the group was charged for
     */
    void verify() throws CellFailure {
        if (group == null || store.isEmpty()) {
            return;
        }
        long charged = group.usage().fileBytes();
        try {
            long cached = PageCache.residentBytes(store);
            if (cached < 0) {
                throw new CellFailure(
                        "cannot check whether another process cached the store while the fork ran: run as a user who may read its files, or the device",
                        "");
            }
            if (charged >= 0 && cached > charged + few(store, budget)) {
                throw new CellFailure(
                        Amount.ofBytes(cached - charged)
                                + " of the store were cached outside of the fork's memory group"
                                + " while it ran, which voids its limit: another process reads the files or the device;"
                                + " end it",
                        "");
            }
        } catch (IOException gone) {
            throw new CellFailure(gone.getMessage(), "", gone);
        }
    }

    /** Returns {@code failed}, or an out-of-memory failure where the group's limit caused it. */
    CellFailure explain(CellFailure failed) {
        if (group == null || group.usage().oomKills() <= 0) {
            return failed;
        }
        return new CellFailure(
                "killed: the memory group reached " + Amount.ofBytes(budget)
                        + ", and nothing in it could be reclaimed: give more memory, or a smaller cache",
                failed.log(),
                failed);
    }

    /** Closes it; a group that cannot be removed is told on the console, for what was measured is right all the same. */
    void closeFor(Console console) {
        try {
            close();
        } catch (IOException stays) {
            console.line(stays.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        if (group != null) {
            group.close();
        }
    }
}
