package storemark.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import storemark.engine.Engine;

/** Packs an engine of the tests as somebody would who offers one: classes and a line for the service loader. */
final class EngineJar {
    private EngineJar() {}

    /** @param nested the binary names of classes inside of {@code engine}, without its own: {@code 1}, {@code Session} */
    static Path pack(Path jar, Class<? extends Engine> engine, String... nested) throws IOException {
        List<String> names = new ArrayList<>(List.of(engine.getName()));
        for (String name : nested) {
            names.add(engine.getName() + "$" + name);
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file)) {
            for (String name : names) {
                String entry = name.replace('.', '/') + ".class";
                packed.putNextEntry(new JarEntry(entry));
                try (InputStream compiled = engine.getResourceAsStream("/" + entry)) {
                    compiled.transferTo(packed);
                }
            }
            packed.putNextEntry(new JarEntry("META-INF/services/storemark.engine.Engine"));
            packed.write((engine.getName() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }
}
