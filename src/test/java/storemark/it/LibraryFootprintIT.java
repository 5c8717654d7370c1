package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The list of what is whose in the jar is whole: each class is an engine's or the harness's, and each name stands for something. */
class LibraryFootprintIT {
    private static final String LIST = "storemark/run/libraries.properties";
    private static final List<String> HARNESS = List.of(
            "storemark/",
            "META-INF/",
            "com/fasterxml/",
            "com/github/weisj/",
            "joptsimple/",
            "org/HdrHistogram/",
            "org/apache/commons/math3/",
            "org/mozilla/",
            "org/openjdk/jmh/",
            "org/slf4j/",
            "org/yaml/",
            "picocli/");
    /** Annotations, which nothing needs when it runs. */
    private static final List<String> ANNOTATIONS = List.of("org/jspecify/");

    @Test
    void everyClassIsAnEnginesOrTheHarnesss() throws IOException {
        try (JarFile jar = new JarFile(System.getProperty("storemark.jar"))) {
            Properties list = new Properties();
            try (InputStream in = jar.getInputStream(jar.getEntry(LIST))) {
                list.load(in);
            }
            List<String> known = new ArrayList<>(HARNESS);
            known.addAll(ANNOTATIONS);
            List<String> names = jar.stream().map(ZipEntry::getName).toList();
            for (String key : list.stringPropertyNames()) {
                if (key.endsWith(".system")) {
                    continue;
                }
                for (String part : list.getProperty(key).split(" +", -1)) {
                    assertTrue(names.stream().anyMatch(name -> name.startsWith(part)), () -> key + ": no " + part);
                    known.add(part);
                }
            }
            TreeSet<String> nobodys = new TreeSet<>();
            for (String name : names) {
                if (name.endsWith(".class") && known.stream().noneMatch(name::startsWith)) {
                    nobodys.add(name.substring(0, name.lastIndexOf('/') + 1));
                }
            }
            assertEquals(new TreeSet<>(), nobodys, LIST);
        }
    }
}
