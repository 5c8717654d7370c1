package storemark.engine;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an engine declares: licence, profiles, settings, and for each durability and capability how it has it or why it
 * does not. Built once per engine; immutable; safe to share between threads.
 *
 * @param name of the engine: lower-case letters, digits and {@code -}
 * @param license the library's SPDX expression
 * @param profiles by name, in the order declared; never null, often empty
 * @param settings by name, in the order declared; never null
 * @param durabilities those declared: {@link #durability} answers for all
 * @param capabilities those declared: {@link #capability} answers for all
 * @param exceeded the durabilities at which the engine does more than is asked, so that its rates are not those of equals
 * @param survivors what a kill of its process leaves at {@link Durability#NONE}; null where that is not declared
 * @param loadSurvives whether a load by {@link Store#loader} can resume, that is, whether its store opens again with the ids 0
 *     to k-1 and no others, for some k: {@link Durability#PROCESS} after the process was killed, {@link Durability#POWER} also
 *     after the machine stopped, {@link Durability#NONE} (the default) never: the load starts again. What is there is read whole
 *     before a load resumes.
 * @param loadSurvivesHow how, in one line
 * @param layout the version of the form that the adapter gives its stores: datasets of another one are not opened but loaded again
 * @param fixed why a store takes no more records than it was made for; empty where it does
 * @param note what a reader of this engine's results must know; empty for nothing
 */
public record Traits(
        String name,
        String license,
        Map<String, Profile> profiles,
        Map<String, Setting> settings,
        Map<Durability, Support> durabilities,
        Map<Capability, Support> capabilities,
        Set<Durability> exceeded,
        Survivors survivors,
        Durability loadSurvives,
        String loadSurvivesHow,
        int layout,
        String fixed,
        String note) {
    private static final Support NOT_OFFERED = new Support(false, "not offered by the library");

    public Traits {
        profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        durabilities = Map.copyOf(durabilities);
        capabilities = Map.copyOf(capabilities);
        exceeded = Set.copyOf(exceeded);
    }

    /**
     * Whether something is supported.
     *
     * @param supported whether it is, by itself or by the profile in {@code only}
     * @param how the setting or API that provides it, or the reason why it is missing
     * @param only the one profile, or build of the harness, that has it; null for all
     */
    public record Support(boolean supported, String how, String only) {
        public Support(boolean supported, String how) {
            this(supported, how, null);
        }
    }

    /**
     * A named set of settings that is charted as a series of its own.
     *
     * @param about one line: what it changes, and on whose advice
     * @param unavailable why this machine cannot run it, or null if it can
     */
    public record Profile(String about, String unavailable) {}

    /**
     * What an engine lets its user set.
     *
     * @param about one line: what it takes
     * @param choices the accepted values, the default first; empty if it takes others than a list of words
     * @param isSize whether it takes a number or a size, such as 16k
     */
    public record Setting(String about, List<String> choices, boolean isSize) {}

    /** Starts a description: see {@link #name} and {@link #license}. */
    public static Builder of(String name, String license) {
        return new Builder(name, license);
    }

    /** Whether this is the control, which keeps no records. */
    public boolean isControl() {
        return name.equals(EngineSpec.CONTROL);
    }

    /** The accepted values of {@code setting}, the default first; empty if it takes others than a list of words. */
    public List<String> choices(String setting) {
        return settings.containsKey(setting) ? settings.get(setting).choices() : List.of();
    }

    /** How {@code durability} is kept, or why not. */
    public Support durability(Durability durability) {
        return durabilities.getOrDefault(durability, NOT_OFFERED);
    }

    /** What tells rates at {@code durability} from those of other engines, in some words: empty where nothing does. */
    public String remark(Durability durability) {
        if (exceeded.contains(durability)) {
            return "exceeded";
        }
        return durability == Durability.NONE && survivors != null ? "a kill " + survivors.label() : "";
    }

    /** How {@code capability} is provided, or why not. */
    public Support capability(Capability capability) {
        return capabilities.getOrDefault(capability, NOT_OFFERED);
    }

    /** Whether {@code capability} is supported at all. */
    public boolean can(Capability capability) {
        return capability(capability).supported();
    }

    /**
     * Refuses what these traits rule out, so that adapters need not check it.
     *
     * @throws Unsupported with the reason, for a durability, target, profile or setting that the engine does not have
     * @throws Unavailable for a profile that this machine cannot run
     */
    public void check(StoreSpec spec) throws Unsupported, Unavailable {
        require(durability(spec.durability()), "durability " + spec.durability().label());
        boolean device = spec.target().device() != null;
        if (device) {
            require(capability(Capability.BLOCK_DEVICE), Capability.BLOCK_DEVICE.label());
        }
        if (spec.target().directIo()) {
            Capability asked = device ? Capability.DIRECT_IO_DEVICE : Capability.DIRECT_IO_FILE;
            require(capability(asked), asked.label());
        }
        if (spec.has("default") && spec.has("tuned")) {
            throw new Unsupported("profiles default and tuned: must be one of them");
        }
        for (String profile : spec.profiles()) {
            if (!profiles.containsKey(profile)) {
                throw new Unsupported("no profile '" + profile + "': there are " + profiles.keySet());
            }
            String unavailable = profiles.get(profile).unavailable();
            if (unavailable != null) {
                throw new Unavailable(unavailable);
            }
        }
        for (Map.Entry<String, String> asked : spec.settings().entrySet()) {
            String setting = asked.getKey();
            if (!settings.containsKey(setting)) {
                throw new Unsupported("no setting '" + setting + "': there are " + settings.keySet());
            }
            Optional<String> fault = fault(setting, asked.getValue());
            if (fault.isPresent()) {
                throw new Unsupported(fault.get());
            }
        }
    }

    /** What is wrong with the value of a setting that there is; nothing where only the library can tell. */
    public Optional<String> fault(String setting, String value) {
        List<String> words = choices(setting);
        String said = setting + " '" + value + "': must be ";
        if (settings.get(setting).isSize() && !value.matches("[0-9]+(\\.[0-9]+)?[kKmMgG]?")) {
            return Optional.of(said + "a number or a size such as 16k");
        }
        return words.isEmpty() || words.contains(value)
                ? Optional.empty()
                : Optional.of(said + "one of " + String.join(", ", words));
    }

    private static void require(Support support, String what) throws Unsupported {
        if (!support.supported()) {
            throw new Unsupported(what + ": " + support.how());
        }
    }

    /** Collects what an engine declares; not thread-safe. */
    public static final class Builder {
        private final String name;
        private final String license;
        private final Map<String, Profile> profiles = new LinkedHashMap<>();
        private final Map<String, Setting> settings = new LinkedHashMap<>();
        private final Map<Durability, Support> durabilities = new EnumMap<>(Durability.class);
        private final Map<Capability, Support> capabilities = new EnumMap<>(Capability.class);
        private final Set<Durability> exceeded = EnumSet.noneOf(Durability.class);
        private Survivors survivors;
        private Durability loadSurvives = Durability.NONE;
        private String loadSurvivesHow = "the library does not tell how much of a load is complete";
        private int layout = 1;
        private String fixed = "";
        private String note = "";

        private Builder(String name, String license) {
            this.name = name;
            this.license = license;
        }

        public Builder profile(String name, String about) {
            return profile(name, about, null);
        }

        /** A profile that this machine may be unable to run: {@code unavailable} is the reason, or null. */
        public Builder profile(String name, String about, String unavailable) {
            if (EngineSpec.PLACES.contains(name)) {
                throw new IllegalArgumentException(
                        "profile '" + name + "': this word is reserved for where a store lives");
            }
            profiles.put(name, new Profile(about, unavailable));
            return this;
        }

        public Builder setting(String name, String about) {
            settings.put(name, new Setting(about, List.of(), false));
            return this;
        }

        /** A setting that takes a number or a size, such as 16k. */
        public Builder size(String name, String about) {
            settings.put(name, new Setting(about, List.of(), true));
            return this;
        }

        /** A setting that takes one of {@code values}, of which the first is the default. */
        public Builder choice(String name, String about, String... values) {
            String line = String.join(" or ", values) + ": " + about + " (" + values[0] + ")";
            settings.put(name, new Setting(line, List.of(values), false));
            return this;
        }

        public Builder keeps(Durability durability, String how) {
            durabilities.put(durability, new Support(true, how));
            return this;
        }

        /** Offers {@link Durability#NONE}, at which a killed process leaves {@code left}. */
        public Builder none(Survivors left, String how) {
            survivors = left;
            return keeps(Durability.NONE, how);
        }

        /** Keeps {@code durability} by doing more than it asks, which reports say: see {@link Traits#exceeded}. */
        public Builder exceeds(Durability durability, String how) {
            exceeded.add(durability);
            return keeps(durability, how);
        }

        public Builder refuses(Durability durability, String why) {
            durabilities.put(durability, new Support(false, why));
            return this;
        }

        public Builder can(Capability capability, String how) {
            return can(capability, how, null);
        }

        /** As {@link #can(Capability, String)}, with one profile only. */
        public Builder can(Capability capability, String how, String profile) {
            capabilities.put(capability, new Support(true, how, profile));
            return this;
        }

        /** As {@link #cannot(Capability, String)}, but another build of the harness, which is named, can. */
        public Builder cannot(Capability capability, String why, String build) {
            capabilities.put(capability, new Support(false, why, build));
            return this;
        }

        public Builder cannot(Capability capability, String why) {
            return cannot(capability, why, null);
        }

        /** Several that are missing for the same reason. A later {@link #can} takes precedence. */
        public Builder cannot(String why, Capability... all) {
            List.of(all).forEach(capability -> cannot(capability, why));
            return this;
        }

        /** Declares that an interrupted load can resume: see {@link Traits#loadSurvives}. */
        public Builder loadSurvives(Durability durability, String how) {
            loadSurvives = durability;
            loadSurvivesHow = how;
            return this;
        }

        /** Above 1, the default, once the adapter keeps records in another form than it did: see {@link Traits#layout}. */
        public Builder layout(int version) {
            layout = version;
            return this;
        }

        /** Declares that a store takes no more records than it was made for: see {@link Traits#fixed}. */
        public Builder fixed(String why) {
            fixed = why;
            return this;
        }

        /** What a reader of this engine's results must know; printed in reports. */
        public Builder note(String text) {
            note = text;
            return this;
        }

        public Traits build() {
            return new Traits(
                    name,
                    license,
                    profiles,
                    settings,
                    durabilities,
                    capabilities,
                    exceeded,
                    survivors,
                    loadSurvives,
                    loadSurvivesHow,
                    layout,
                    fixed,
                    note);
        }
    }
}
