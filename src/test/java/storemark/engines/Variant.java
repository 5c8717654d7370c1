package storemark.engines;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import storemark.OwnProcess;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Traits;
import storemark.engine.Unavailable;

/**
 * An engine with none or one of its profiles, or with a setting that changes how data is stored. {@code
 * -Dstoremark.test.engines=lmdb,tupl:mapped} restricts all suites to the engines, with all their profiles, and the
 * specifications that are named.
 */
public record Variant(Engine engine, EngineSpec named) {
    /** Small, so that engines with a cache of their own have to evict; large enough for the largest values. */
    private static final long CACHE_BYTES = 32L << 20;

    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    /** Every variant of every engine that is found, but the control, which keeps nothing. */
    public static Stream<Variant> all() {
        String only = OwnProcess.named();
        List<Variant> variants = new ArrayList<>();
        if (only != null && only.contains(":")) {
            return Stream.of(only.split(",")).map(Variant::parse);
        }
        for (Engine engine : Engines.load().all()) {
            String name = engine.name();
            if (name.equals("null")
                    || (only != null && !List.of(only.split(",")).contains(name))) {
                continue;
            }
            variants.add(new Variant(engine, EngineSpec.parse(name)));
            for (String profile : engine.traits().profiles().keySet()) {
                variants.add(new Variant(engine, EngineSpec.parse(name + ":" + profile)));
            }
        }
        return variants.stream();
    }

    /** Variants that this machine can run; the reason why another cannot is printed once. */
    public static Stream<Variant> available() {
        return all().filter(variant -> variant.whyNot().isEmpty());
    }

    /** All but libraries as they come, which differ from the plain engines in the sizes of caches, mostly. */
    static Stream<Variant> allButDefault() {
        return all().filter(variant -> !variant.named.options().contains("default"));
    }

    static Stream<Variant> availableButDefault() {
        return allButDefault().filter(variant -> variant.whyNot().isEmpty());
    }

    /** How many records a test takes: {@code files} where each is a file, which is slow to make and to delete, else {@code records}. */
    public int count(int records, int files) {
        return engine.name().startsWith("files") ? files : records;
    }

    public static Variant parse(String text) {
        EngineSpec named = EngineSpec.parse(text);
        return new Variant(Engines.load().of(named), named);
    }

    /** Why this machine cannot run this variant, printed when first asked; empty when it can. */
    public Optional<String> whyNot() {
        Optional<String> reason = named.profiles(traits()).stream()
                .map(profile -> traits().profiles().get(profile).unavailable())
                .filter(unavailable -> unavailable != null)
                .findFirst();
        if (reason.isEmpty()) {
            reason = OwnProcess.whyNotHere(named);
        }
        if (reason.isEmpty()) {
            try {
                engine.version(named.profiles(traits()));
            } catch (Unavailable missing) {
                reason = Optional.of(missing.getMessage());
            }
        }
        if (reason.isPresent() && REPORTED.add(named.toString())) {
            System.out.println("skipped: " + named + " is not available: " + reason.get());
        }
        return reason;
    }

    /** Skips the test where this variant is not available, with that reason. */
    public void assumeAvailable() {
        whyNot().ifPresent(reason -> assumeTrue(false, this + " is not available: " + reason));
    }

    public String version() throws Unavailable {
        return engine.version(named.profiles(traits()));
    }

    public Traits traits() {
        return engine.traits();
    }

    /** The weakest durability that the engine keeps: the quickest, for tests of everything else. */
    public Durability weakest() {
        return Stream.of(Durability.values())
                .filter(durability -> traits().durability(durability).supported())
                .findFirst()
                .orElseThrow();
    }

    /** A store in {@code directory} of {@code entries} records at most and five threads at most. */
    public StoreSpec in(Path directory, Durability durability, Records records, long entries, boolean create) {
        return at(Target.directory(directory), durability, records, entries, create);
    }

    /** The same at any place. */
    public StoreSpec at(Target target, Durability durability, Records records, long entries, boolean create) {
        return new StoreSpec(
                target,
                durability,
                records,
                entries,
                CACHE_BYTES,
                5,
                create,
                named.profiles(traits()),
                named.settings(traits()));
    }

    @Override
    public String toString() {
        return named.toString();
    }
}
