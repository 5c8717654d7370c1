package storemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Traits;
import storemark.engines.Engines;
import storemark.report.Choice;
import storemark.results.DurabilityFile;
import storemark.results.Outcome;
import storemark.results.Results;
import storemark.results.RunFile.EngineEntry;

/** What is known of the engines of some runs beside their rates: what they declare, and which promises they broke when tested. */
final class EngineFacts {
    private static final Path COMMITTED = Path.of("docs", DurabilityFile.NAME);

    private EngineFacts() {}

    /**
     * The outcomes in {@code file}.
     *
     * @param file null for {@code docs/durability.json}, or none where that is not there, which is said
     */
    static DurabilityFile tested(Path file) throws IOException {
        if (file == null && !Files.exists(COMMITTED)) {
            System.err.println(COMMITTED
                    + " not found, so no durability tests are considered: give the file with --durability FILE");
            return DurabilityFile.empty(0);
        }
        return DurabilityFile.read(file == null ? COMMITTED : file);
    }

    /** By specification; those that are not on the class path are left out. What was tested counts in the versions that the run measured. */
    static Map<String, Choice.Facts> of(Results run, DurabilityFile tested) {
        Map<String, Engine> known = Engines.load().all().stream().collect(Collectors.toMap(Engine::name, one -> one));
        Map<String, Choice.Facts> facts = new HashMap<>();
        for (EngineEntry entry : run.run().engines()) {
            EngineSpec spec = EngineSpec.parse(entry.spec());
            if (known.containsKey(spec.name()) && entry.version() != null) { // else its library was missing
                List<Outcome> outcomes = tested.of(spec.toString(), Set.of(String.valueOf(entry.version())));
                facts.put(spec.toString(), of(spec, known.get(spec.name()).traits(), outcomes));
            }
        }
        return facts;
    }

    /** What another setting or place broke stays broken here; but here it was not tested. */
    private static Choice.Facts of(EngineSpec spec, Traits traits, List<Outcome> outcomes) {
        Set<String> profiles = spec.profiles(traits);
        Map<String, String> broken = new HashMap<>();
        outcomes.stream().filter(Outcome::notKept).forEach(one -> broken.put(one.level(), DurabilityFile.found(one)));
        return new Choice.Facts(
                Stream.of(Capability.values())
                        .filter(one -> has(traits.capability(one), profiles))
                        .map(Capability::label)
                        .collect(Collectors.toSet()),
                Stream.of(Durability.values())
                        .filter(one -> has(traits.durability(one), profiles))
                        .map(Durability::label)
                        .collect(Collectors.toSet()),
                outcomes.stream()
                        .filter(one -> one.isOf(spec.toString()))
                        .map(Outcome::level)
                        .collect(Collectors.toSet()),
                broken);
    }

    private static boolean has(Traits.Support support, Set<String> profiles) {
        return support.supported() && (support.only() == null || profiles.contains(support.only()));
    }
}
