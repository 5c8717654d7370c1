package storemark.engine;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What an engine says of itself: licence, profiles, settings, and for each durability and capability how it is given or
 * why it is refused. Built once an engine; immutable; safe to share between threads.
 */
public final class Traits {
    /** The answer to "can it?": the setting or API that gives it, or the reason why it cannot be had. */
    public record Support(boolean supported, String how) {}

    /**
     * A named set of settings that is charted as a series of its own.
     *
     * @param about one line: what it changes and on whose advice
     * @param unavailable why this machine cannot run it, or null when it can
     */
    public record Profile(String about, String unavailable) {}

    private final String license;
    private final Map<String, Profile> profiles;
    private final Map<String, String> settings;
    private final Map<Durability, Support> durabilities;
    private final Map<Capability, Support> capabilities;

    private Traits(Builder from) {
        license = from.license;
        profiles = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(from.profiles));
        settings = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(from.settings));
        durabilities = java.util.Collections.unmodifiableMap(new EnumMap<>(from.durabilities));
        capabilities = java.util.Collections.unmodifiableMap(new EnumMap<>(from.capabilities));
    }

    /** Starts a description; {@code license} is the library's SPDX expression. */
    public static Builder of(String license) {
        return new Builder(license);
    }

    public String license() {
        return license;
    }

    /** Profiles by name, in the order declared; never null, often empty. */
    public Map<String, Profile> profiles() {
        return profiles;
    }

    /** Settings by name, each with one line of what it takes; never null. */
    public Map<String, String> settings() {
        return settings;
    }

    /** How {@code durability} is kept, or why it cannot be. */
    public Support durability(Durability durability) {
        return durabilities.getOrDefault(durability, new Support(false, "not offered by the library"));
    }

    /** How {@code capability} is given, or why it cannot be. */
    public Support capability(Capability capability) {
        return capabilities.getOrDefault(capability, new Support(false, "not offered by the library"));
    }

    /** Whether {@code capability} is supported at all. */
    public boolean can(Capability capability) {
        return capability(capability).supported();
    }

    /**
     * Refuses what these traits rule out, so that no adapter has to repeat the same checks.
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
        for (String profile : spec.profiles()) {
            if (!profiles.containsKey(profile)) {
                throw new Unsupported("no profile '" + profile + "': there are " + profiles.keySet());
            }
            Optional<String> reason = Optional.ofNullable(profiles.get(profile).unavailable());
            if (reason.isPresent()) {
                throw new Unavailable(reason.get());
            }
        }
        for (String setting : spec.settings().keySet()) {
            if (!settings.containsKey(setting)) {
                throw new Unsupported("no setting '" + setting + "': there are " + settings.keySet());
            }
        }
    }

    private static void require(Support support, String what) throws Unsupported {
        if (!support.supported()) {
            throw new Unsupported(what + ": " + support.how());
        }
    }

    /** Collects what an engine declares; not thread-safe. */
    public static final class Builder {
        private final String license;
        private final Map<String, Profile> profiles = new LinkedHashMap<>();
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final Map<Durability, Support> durabilities = new EnumMap<>(Durability.class);
        private final Map<Capability, Support> capabilities = new EnumMap<>(Capability.class);

        private Builder(String license) {
            this.license = license;
        }

        public Builder profile(String name, String about) {
            return profile(name, about, null);
        }

        /** A profile that this machine may be unable to run: {@code unavailable} is the reason, or null. */
        public Builder profile(String name, String about, String unavailable) {
            profiles.put(name, new Profile(about, unavailable));
            return this;
        }

        public Builder setting(String name, String about) {
            settings.put(name, about);
            return this;
        }

        public Builder keeps(Durability durability, String how) {
            durabilities.put(durability, new Support(true, how));
            return this;
        }

        public Builder refuses(Durability durability, String why) {
            durabilities.put(durability, new Support(false, why));
            return this;
        }

        public Builder can(Capability capability, String how) {
            capabilities.put(capability, new Support(true, how));
            return this;
        }

        public Builder cannot(Capability capability, String why) {
            capabilities.put(capability, new Support(false, why));
            return this;
        }

        public Traits build() {
            return new Traits(this);
        }
    }
}
