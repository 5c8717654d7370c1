package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.machine.StoreFiles;

/**
 * Random sequences of operations give the same results in every engine as in the oracle. A failing sequence is shrunk to a
 * short one and printed together with its seed.
 */
class EngineOperationsTest {
    private static final int IDS = 60;

    /**
     * Whose libraries may end the process while keys are removed: LMDB 1.0.2, when a transaction frees a page that it has itself
     * written through the map ("Assertion 'x <= dl[0].mid' failed in mdb_freelist_save()"). 0.9 does not.
     */
    private static final Set<String> MAY_DIE_OF_REMOVALS = Set.of("lmdb:1.0,writemap");

    @AfterContainer
    static void tellWhatWasLeftOut() {
        Variant.availableButDefault()
                .filter(variant -> MAY_DIE_OF_REMOVALS.contains(variant.toString()))
                .forEach(variant -> System.out.println(
                        "skipped: removals from " + variant + " in random sequences: they may end the process"));
    }

    /** Something done to a store whose outcome must be the same everywhere. */
    private interface Operation {
        Object on(OpenStore store) throws Exception;
    }

    private record Put(int id, int revision) implements Operation {
        @Override
        public Object on(OpenStore store) throws Exception {
            store.session().put(spread(store, id), revision);
            return "put";
        }
    }

    private record Delete(int id) implements Operation {
        @Override
        public Object on(OpenStore store) throws Exception {
            store.session().delete(spread(store, id));
            return "delete";
        }
    }

    private record Get(int id) implements Operation {
        @Override
        public Object on(OpenStore store) throws Exception {
            Entry found = store.get(spread(store, id));
            return found == null ? "nothing" : found;
        }
    }

    private record Scan(int fromId, int limit, boolean ascending) implements Operation {
        @Override
        public Object on(OpenStore store) throws Exception {
            return store.scan(spread(store, fromId), limit, ascending);
        }
    }

    /**
     * One transaction. Engines differ in whether a batch sees its own writes; what it leaves behind must be the same.
     */
    private record Batch(boolean write, List<Operation> operations) implements Operation {
        @Override
        public Object on(OpenStore store) throws Exception {
            List<Object> outcomes = new ArrayList<>();
            store.session().begin(write);
            for (Operation operation : operations) {
                outcomes.add(operation.on(store));
            }
            store.session().commit();
            return outcomes;
        }
    }

    private record Reopen() implements Operation {
        @Override
        public Object on(OpenStore store) throws Exception {
            store.reopen();
            return "reopened";
        }
    }

    /** Spreads small numbers over all ids, below and above 2^63 where the key format has such. */
    private static long spread(OpenStore store, int number) {
        return store.records().idOf(number * 0x9E3779B97F4A7C15L);
    }

    @Provide
    Arbitrary<List<Operation>> sequences() {
        Arbitrary<Operation> any = Arbitraries.frequencyOf(
                Tuple.of(10, puts()),
                Tuple.of(4, deletes()),
                Tuple.of(4, gets()),
                Tuple.of(4, scans()),
                Tuple.of(4, writeBatches()),
                Tuple.of(
                        1,
                        Arbitraries.oneOf(gets(), scans()).list().ofMaxSize(8).map(list -> new Batch(false, list))),
                Tuple.of(1, Arbitraries.just(new Reopen())));
        return any.list().ofMinSize(20).ofMaxSize(80);
    }

    private static Arbitrary<Operation> puts() {
        return Combinators.combine(ids(), Arbitraries.integers().between(0, 9)).as(Put::new);
    }

    private static Arbitrary<Operation> deletes() {
        return ids().map(Delete::new);
    }

    private static Arbitrary<Operation> gets() {
        return ids().map(Get::new);
    }

    private static Arbitrary<Operation> scans() {
        return Combinators.combine(ids(), Arbitraries.of(1, 2, 5, 100), Arbitraries.of(true, false))
                .as(Scan::new);
    }

    private static Arbitrary<Operation> writeBatches() {
        return Arbitraries.oneOf(puts(), deletes()).list().ofMaxSize(20).map(list -> new Batch(true, list));
    }

    private static Arbitrary<Integer> ids() {
        return Arbitraries.integers().between(0, IDS - 1);
    }

    @Property(tries = 12, edgeCases = EdgeCasesMode.MIXIN)
    void behavesLikeOracle(@ForAll("sequences") List<Operation> sequence, @ForAll("shapes") Records records)
            throws Exception {
        Variant oracle = Variant.parse("heap");
        Path scratch = Files.createTempDirectory("operations");
        try {
            for (Variant variant : Variant.availableButDefault().toList()) {
                Path here = Files.createDirectory(scratch.resolve(variant.toString()));
                Path there = Files.createDirectory(scratch.resolve(variant + "-oracle"));
                try (OpenStore tested = OpenStore.create(variant, here, records, IDS);
                        OpenStore trusted = OpenStore.create(oracle, there, Durability.NONE, records, IDS)) {
                    int step = 0;
                    for (Operation operation : possible(variant, sequence)) {
                        String where = variant + ", step " + step++ + ": " + operation;
                        assertEquals(operation.on(trusted), operation.on(tested), where);
                    }
                    for (int id = 0; id < IDS; id++) {
                        Operation get = new Get(id);
                        assertEquals(get.on(trusted), get.on(tested), variant + ", at the end: " + get);
                    }
                }
            }
        } finally {
            StoreFiles.deleteTree(scratch);
        }
    }

    /** The same operations without those that an engine does not offer, or may not survive. */
    private static List<Operation> possible(Variant variant, List<Operation> operations) {
        List<Operation> possible = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation instanceof Batch batch) {
                possible.add(new Batch(batch.write, possible(variant, batch.operations)));
            } else if (isPossible(variant, operation)) {
                possible.add(operation);
            }
        }
        return possible;
    }

    private static boolean isPossible(Variant variant, Operation operation) {
        if (operation instanceof Scan scan) {
            return variant.traits().can(scan.ascending ? Capability.SCAN : Capability.REVERSE_SCAN);
        }
        return !(operation instanceof Delete) || !MAY_DIE_OF_REMOVALS.contains(variant.toString());
    }

    @Provide
    Arbitrary<Records> shapes() {
        Set<Records> shapes = new LinkedHashSet<>();
        for (int keyBytes : new int[] {8, 16, 32}) {
            shapes.add(new Records(1, keyBytes, 100, 100, 0.0));
            shapes.add(new Records(2, keyBytes, 0, 500, 0.5));
        }
        return Arbitraries.of(shapes);
    }
}
