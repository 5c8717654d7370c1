package storemark.run;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarFile;
import storemark.results.RunFile.Footprint;

/**
 * How large the libraries of engines are: the sizes, unpacked, of what is theirs in the jars of the class path, and those of
 * native files. Which parts are whose is in {@code libraries.properties}; the sizes are read. Not
 * thread-safe.
 */
final class LibraryFootprint {
    /** Native code for one platform; what is for others is in no count. */
    private static final List<String> NATIVE = List.of(".so", ".dll", ".dylib", ".jnilib", ".a");

    private static final Path MAPPED = Path.of("/proc/self/maps");

    private final Properties parts;
    private final Map<String, Long> entries;
    private final String platform;
    /** By name in the list: what is asked for each profile is mostly the same. */
    private final Map<String, Long> classes = new HashMap<>();

    /**
     * @param entries names of the class path's entries with their sizes, unpacked
     * @param platform {@code os.arch} of a Linux; else what names no platform of the list
     */
    LibraryFootprint(Properties parts, Map<String, Long> entries, String platform) {
        this.parts = parts;
        this.entries = Map.copyOf(entries);
        this.platform = platform;
    }

    /** Of this process' class path. */
    static LibraryFootprint ofClassPath() throws IOException {
        Map<String, Long> entries = new LinkedHashMap<>();
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (place.endsWith(".jar") && Files.isRegularFile(Path.of(place))) {
                try (JarFile jar = new JarFile(place)) {
                    jar.stream().forEach(entry -> entries.putIfAbsent(entry.getName(), entry.getSize()));
                }
            }
        }
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux");
        return new LibraryFootprint(parts(), entries, linux ? System.getProperty("os.arch") : "");
    }

    /** What is whose, by engine. */
    static Properties parts() throws IOException {
        Properties parts = new Properties();
        try (InputStream in = LibraryFootprint.class.getResourceAsStream("libraries.properties")) {
            parts.load(in);
        }
        return parts;
    }

    /**
     * Of one engine, whose library this process has loaded where it is a file of the system.
     *
     * @param version the library's own word: {@code TuplDB 1.3.11}
     * @return null for an engine that has no library, or none that is known here
     */
    Footprint of(String engine, Set<String> profiles, String version) throws IOException {
        String name = name(engine, profiles, version);
        if (name == null) {
            return null;
        }
        return new Footprint(classes.computeIfAbsent(name, this::classBytes), nativeBytes(name));
    }

    private long classBytes(String name) {
        List<String> begin = words(name + ".classes");
        long bytes = 0;
        for (Map.Entry<String, Long> entry : entries.entrySet()) {
            boolean ours = begin.stream().anyMatch(entry.getKey()::startsWith);
            if (ours && NATIVE.stream().noneMatch(entry.getKey()::endsWith)) {
                bytes += entry.getValue();
            }
        }
        return bytes;
    }

    private String name(String engine, Set<String> profiles, String version) {
        List<String> names = new ArrayList<>();
        profiles.forEach(profile -> names.add(engine + ":" + profile));
        parts.stringPropertyNames().stream()
                .filter(key -> key.startsWith(engine + "@"))
                .map(key -> key.substring(0, key.lastIndexOf('.')))
                .filter(name -> version.contains(" " + name.substring(name.indexOf('@') + 1) + "."))
                .forEach(names::add);
        names.add(engine);
        return names.stream()
                .filter(name -> parts.containsKey(name + ".classes"))
                .findFirst()
                .orElse(null);
    }

    /** -1 where the list has none for this platform, or a file is not there. */
    private long nativeBytes(String name) throws IOException {
        boolean has = parts.stringPropertyNames().stream().anyMatch(key -> key.startsWith(name + ".native."));
        List<String> bundled = words(name + ".native." + platform);
        if (has && (bundled.isEmpty() || !entries.keySet().containsAll(bundled))) {
            return -1;
        }
        long bytes = bundled.stream().mapToLong(entries::get).sum();
        String system = parts.getProperty(name + ".system");
        if (system == null) {
            return bytes;
        }
        long loaded = mapped(system);
        return loaded < 0 ? -1 : bytes + loaded;
    }

    /** The size of the file of this process' memory map whose name begins with {@code name}; -1 where there is none. */
    private static long mapped(String name) throws IOException {
        if (!Files.isReadable(MAPPED)) {
            return -1;
        }
        for (String line : Files.readAllLines(MAPPED)) {
            int path = line.indexOf('/');
            if (path >= 0 && line.substring(line.lastIndexOf('/') + 1).startsWith(name)) {
                Path file = Path.of(line.substring(path));
                return Files.isRegularFile(file) ? Files.size(file) : -1;
            }
        }
        return -1;
    }

    private List<String> words(String key) {
        String value = parts.getProperty(key, "").strip();
        return value.isEmpty() ? List.of() : Arrays.asList(value.split(" +", -1));
    }
}
