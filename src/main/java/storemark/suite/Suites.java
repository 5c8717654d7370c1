package storemark.suite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import storemark.text.Nearest;

/** Reads suites: ours by name, and anybody's from a file of the same form. */
public final class Suites {
    /** Ours, in the order in which they are listed. */
    public static final List<String> NAMES =
            List.of(("quick smoke all-engines settings memory ageing choose devices hundred-million billion "
                            + "lmdb-vs-tupldb symas-2012 leveldb-2011 filesystem-vs-embedded-2023 "
                            + "filesystem-vs-embedded ycsb")
                    .split(" "));

    private Suites() {}

    /**
     * The suite of this name, or in this file.
     *
     * @throws IllegalArgumentException with one line, when there is neither, or with file, line and column when the file is
     *     not of the form
     * @throws IOException when the file cannot be read
     */
    public static Suite read(String nameOrFile) throws IOException {
        if (NAMES.contains(nameOrFile)) {
            return parse(nameOrFile, nameOrFile + ".yaml", text(nameOrFile));
        }
        Path file = Path.of(nameOrFile);
        if (!Files.isRegularFile(file)) {
            throw none("suite or file", nameOrFile);
        }
        try {
            String name =
                    file.getFileName().toString().replaceAll("\\.ya?ml$", "").replaceAll("[^A-Za-z0-9.-]", "-");
            return parse(name, nameOrFile, Files.readString(file));
        } catch (CharacterCodingException notText) {
            throw new IllegalArgumentException(file + " is not text in UTF-8", notText);
        }
    }

    private static IllegalArgumentException none(String what, String name) {
        return new IllegalArgumentException("no " + what + " '" + name + "': " + Nearest.hint(name, NAMES));
    }

    /**
     * The text of one of our suites.
     *
     * @throws IllegalArgumentException with one line, when there is none of this name
     */
    public static String text(String name) throws IOException {
        if (!NAMES.contains(name)) {
            throw none("suite", name);
        }
        try (InputStream in = Suites.class.getResourceAsStream("/storemark/suites/" + name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static Suite parse(String name, String file, String text) {
        return new SuiteReader(file).read(name, text);
    }
}
