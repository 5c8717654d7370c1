package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the jar says of licences is of what the jar holds. */
class NoticeIT {
    private static final Path JAR = Path.of(System.getProperty("storemark.jar"));

    /** {@code   org.openjdk.jmh:jmh-core:1.37    GPL-2.0-only WITH Classpath-exception-2.0}. */
    private static final Pattern ROW = Pattern.compile("^  ([\\w.-]+:[\\w.-]+:[\\w.-]+) +(.+)$");

    /** As {@code dependency:list} has it: {@code   org.ow2.asm:asm:jar:9.7.1:compile -- module org.objectweb.asm}. */
    private static final Pattern DEPENDENCY =
            Pattern.compile("^ +([\\w.-]+:[\\w.-]+):jar(?::[\\w.-]+)?:([\\w.-]+):(?:compile|runtime)\\b.*$");

    private static final String AGPL = "AGPL-3.0-only";

    private static final String TUPL_13 = "org.cojen:tupl:1.3.11";

    private static final String TUPL_19_ROWS = "In a build with the Maven profile tupl19, in place of " + TUPL_13;

    private static final boolean WITH_TUPL_19 = !TUPL_13.endsWith(":" + System.getProperty("storemark.tupl"));

    private static String entry(String name) throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertTrue(jar.getEntry(name) != null, () -> name + " is not in the jar");
            return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Of what the build at hand bundles: with TuplDB 1.9, the rows that stand in place of 1.3's. */
    private static Map<String, String> licenses() throws IOException {
        Map<String, String> licenses = new TreeMap<>();
        boolean otherBuild = false;
        for (String line : Files.readAllLines(Path.of("NOTICE"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && (WITH_TUPL_19 || !otherBuild)) {
                licenses.put(row.group(1), row.group(2));
            } else if (!line.isBlank() && !line.startsWith(" ")) {
                otherBuild = line.equals(TUPL_19_ROWS);
            }
        }
        assertTrue(licenses.containsKey(TUPL_13), TUPL_13 + " has no row");
        if (WITH_TUPL_19) {
            licenses.remove(TUPL_13);
        }
        return licenses;
    }

    @Test
    void theNoticeListsEachDependencyThatIsBundledAndNoOther() throws IOException {
        Set<String> bundled = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of(System.getProperty("storemark.bundled")))) {
            Matcher dependency = DEPENDENCY.matcher(line);
            if (dependency.matches() && !isEmpty(dependency.group(1))) {
                bundled.add(dependency.group(1) + ":" + dependency.group(2));
            }
        }
        assertEquals(String.join("\n", bundled), String.join("\n", licenses().keySet()));
    }

    /** Guava's way to say that it has taken in another artifact is an empty one. */
    private static boolean isEmpty(String artifact) {
        return artifact.equals("com.google.guava:listenablefuture");
    }

    /** A jar with a part that is not to be handed on as ours says so, and where that part's licence is to be read. */
    @Test
    void aBuildWithTheOtherTuplDbIsToldFromOurs() throws IOException {
        assertEquals(WITH_TUPL_19, licenses().containsValue(AGPL));
        String notice = entry("META-INF/NOTICE");
        assertTrue(
                notice.contains(TUPL_19_ROWS) && notice.contains("https://www.gnu.org/licenses/agpl-3.0.txt"), notice);
    }

    @Test
    void everyLicenceThatIsNamedComesWithItsText() throws IOException {
        Set<String> named = licenses().values().stream()
                .map(license -> license.replaceAll(" \\(or .*\\)$", ""))
                .flatMap(license -> List.of(license.split(" AND ")).stream())
                .map(license -> license.replace(" WITH ", "-WITH-"))
                .filter(license -> !license.equals(AGPL))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(named.contains("Apache-2.0") && named.size() > 5, named::toString);
        for (String license : named) {
            String text = entry("META-INF/licenses/" + license + ".txt");
            assertEquals(Files.readString(Path.of("licenses", license + ".txt")), text);
            assertTrue(text.length() > 500, license);
        }
    }

    @Test
    void noOtherLicenceReadsAsOurs() throws IOException {
        assertEquals(Files.readString(Path.of("LICENSE")), entry("META-INF/LICENSE"));
        assertTrue(entry("META-INF/NOTICE").startsWith(Files.readString(Path.of("NOTICE"))), "ours comes first");
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> others = jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.matches("(?i)(META-INF/)?(LICEN[CS]E|COPYING|NOTICE|THIRD|ABOUT)[^/]*"))
                    .filter(name -> !name.matches("META-INF/(LICENSE|NOTICE|NOTICE.txt)"))
                    .toList();
            assertEquals(List.of(), others);
        }
    }

    /** Apache-2.0 asks that the notices of bundled parts are handed on. */
    @Test
    void theNoticesOfDependenciesAreHandedOn() throws IOException {
        String notices = entry("META-INF/NOTICE") + entry("META-INF/NOTICE.txt");
        for (String words : List.of("# Jackson JSON processor", "Apache Commons Math", "Apache Commons Compress")) {
            assertTrue(notices.contains(words), words);
        }
        assertFalse(entry("META-INF/FastDoubleParser-LICENSE").isBlank());
        assertFalse(entry("META-INF/Schubfach-LICENSE").isBlank());
    }
}
