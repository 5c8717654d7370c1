package storemark.engine;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How a series is named on the command line and in every chart: {@code name}, {@code name:profile}, {@code
 * name:profile,setting.value}. It holds no space and no {@code =}, which readers of JMH's JSON split on. JMH's own command line
 * splits values on commas, so {@code +} is read as a comma.
 *
 * <p>Two options belong to the harness and go with every engine: {@link #DEVICE} and {@link #DIRECT} say where the store of this
 * series lives, so that one report can show the same engine in several places.
 *
 * @param name the engine's name
 * @param options profiles, {@code setting.value} pairs and the two words, as written, in order
 */
public record EngineSpec(String name, List<String> options) {
    /** The option that puts the store on the block device of the run. */
    public static final String DEVICE = "device";
    /** The option that opens the store's files, or its device, with O_DIRECT. */
    public static final String DIRECT = "direct";

    /** The engine that keeps no records: it measures the cost of the harness itself. */
    public static final String CONTROL = "null";

    /** {@link #DEVICE} and {@link #DIRECT}: no profile may have such a name. */
    static final Set<String> PLACES = Set.of(DEVICE, DIRECT);

    private static final Pattern FORM = Pattern.compile("[a-z0-9-]+(:[A-Za-z0-9._-]+([,+][A-Za-z0-9._-]+)*)?");

    public EngineSpec {
        Objects.requireNonNull(name, "name");
        options = List.copyOf(options);
    }

    /**
     * Reads a specification.
     *
     * @throws IllegalArgumentException with one line if {@code text} has another form
     */
    public static EngineSpec parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "engine '" + text + "': must be name, name:profile or name:profile,setting.value");
        }
        List<String> parts = List.of(text.split("[:,+]"));
        return new EngineSpec(parts.get(0), parts.subList(1, parts.size()));
    }

    /** Whether this is the control, which keeps no records. */
    public boolean isControl() {
        return name.equals(CONTROL);
    }

    /** Whether the store is on a block device. */
    public boolean onDevice() {
        return options.contains(DEVICE);
    }

    /** Whether the store's files, or its device, are opened with O_DIRECT. */
    public boolean direct() {
        return options.contains(DIRECT);
    }

    /** This specification with {@code option} added, unless it has it already. */
    public EngineSpec with(String option) {
        return options.contains(option)
                ? this
                : new EngineSpec(
                        name, Stream.concat(options.stream(), Stream.of(option)).toList());
    }

    /** The options that name a profile of {@code traits}, and those that name nothing. */
    public Set<String> profiles(Traits traits) {
        Set<String> profiles = new LinkedHashSet<>(options);
        profiles.removeAll(PLACES);
        profiles.removeIf(option -> !traits.profiles().containsKey(option) && option.indexOf('.') > 0);
        return profiles;
    }

    /** The options that set a value: those with a dot which name no profile of {@code traits}. */
    public Map<String, String> settings(Traits traits) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String option : options) {
            int dot = option.indexOf('.');
            if (dot > 0 && !traits.profiles().containsKey(option)) {
                settings.put(option.substring(0, dot), option.substring(dot + 1));
            }
        }
        return settings;
    }

    /** Profiles and settings in force by name, each with what it does or its value. */
    public Map<String, String> inForce(Traits traits) {
        Map<String, String> inForce = new TreeMap<>(settings(traits));
        profiles(traits)
                .forEach(profile ->
                        inForce.put(profile, traits.profiles().get(profile).about()));
        return inForce;
    }

    @Override
    public String toString() {
        return options.isEmpty() ? name : name + ":" + String.join(",", options);
    }
}
