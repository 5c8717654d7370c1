package storemark.it;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the command {@code engines} says is here, and what is not, and why. */
record ListedEngines(List<Listed> all) {
    private static final Pattern ENGINE = Pattern.compile("^(\\S+) +(\\S.*) \\[([^\\]]+)\\]$");
    private static final Pattern PROFILE = Pattern.compile("^    :(\\S+) +(\\S.*)$");
    private static final String MISSING = "not available: ";

    /**
     * One engine, or a profile of it.
     *
     * @param spec {@code lmdb}, or {@code lmdb:ffm}
     * @param says the version, or what the profile is about, or why there is none
     */
    record Listed(String spec, String says) {
        boolean available() {
            return !says.startsWith(MISSING);
        }

        /** Why not; empty when it is available. */
        String reason() {
            return available() ? "" : says.substring(MISSING.length());
        }

        boolean isProfile() {
            return spec.contains(":");
        }

        String engine() {
            return spec.split(":", 2)[0];
        }

        @Override
        public String toString() {
            return spec;
        }
    }

    static ListedEngines of(Jar jar) throws Exception {
        List<Listed> all = new ArrayList<>();
        for (String line : jar.run("engines").expect(0).out()) {
            Matcher engine = ENGINE.matcher(line);
            Matcher profile = PROFILE.matcher(line);
            if (engine.matches()) {
                all.add(new Listed(engine.group(1), engine.group(2)));
            } else if (profile.matches()) {
                all.add(new Listed(all.get(all.size() - 1).engine() + ":" + profile.group(1), profile.group(2)));
            }
        }
        return new ListedEngines(List.copyOf(all));
    }

    /** The engines themselves, without profiles. */
    List<Listed> engines() {
        return all.stream().filter(listed -> !listed.isProfile()).toList();
    }

    /** All that can be opened here, profiles included, but the control, which keeps nothing. */
    List<Listed> usable() {
        List<String> missing = all.stream()
                .filter(listed -> !listed.available())
                .map(Listed::spec)
                .toList();
        return all.stream()
                .filter(Listed::available)
                .filter(listed ->
                        !missing.contains(listed.engine()) && !listed.engine().equals("null"))
                .toList();
    }
}
