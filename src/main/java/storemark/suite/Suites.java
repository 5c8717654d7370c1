package storemark.suite;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import storemark.text.Nearest;

/** Reads suites: ours by name, and anybody's from a file of the same form. */
public final class Suites {
    /** Ours, in the order in which they are listed. */
    public static final List<String> NAMES = List.of("quick", "smoke");

    private static final ObjectMapper YAML = new YAMLMapper();

    private Suites() {}

    /** A suite file: one line about it, settings for all of it, and groups that override them (none: one of just these). */
    private record SuiteFile(String about, Settings settings, List<Settings> groups) {}

    /**
     * The suite of this name, or in this file.
     *
     * @throws IllegalArgumentException with one line, when there is neither, or with file, line and column when the file is
     *     not of the form
     * @throws IOException when the file cannot be read
     */
    public static Suite read(String nameOrFile) throws IOException {
        if (NAMES.contains(nameOrFile)) {
            return parse(nameOrFile, text(nameOrFile));
        }
        Path file = Path.of(nameOrFile);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("no suite or file '" + nameOrFile + "': did you mean '"
                    + Nearest.of(nameOrFile, NAMES) + "'? There are " + String.join(", ", NAMES));
        }
        String name = file.getFileName().toString().replaceAll("\\.ya?ml$", "").replaceAll("[^A-Za-z0-9.-]", "-");
        try {
            return parse(name, Files.readString(file));
        } catch (CharacterCodingException notText) {
            throw new IllegalArgumentException("suite " + name + ": " + file + " is not text in UTF-8", notText);
        }
    }

    /** The text of one of our suites. */
    public static String text(String name) throws IOException {
        try (InputStream in = Suites.class.getResourceAsStream("/storemark/suites/" + name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static Suite parse(String name, String text) {
        try {
            SuiteFile file = YAML.readValue(text, SuiteFile.class);
            Settings all = file.settings() == null ? new Settings() : file.settings();
            List<Settings> groups = new ArrayList<>();
            for (Settings group : file.groups() == null ? List.of(new Settings()) : file.groups()) {
                groups.add(withNullEngine(group.over(all)));
            }
            return new Suite(name, file.about() == null ? "" : file.about(), groups);
        } catch (UnrecognizedPropertyException unknown) {
            List<String> names = unknown.getKnownPropertyIds().stream()
                    .map(String::valueOf)
                    .sorted()
                    .toList();
            throw wrong(
                    name,
                    unknown,
                    "no setting '" + unknown.getPropertyName() + "': did you mean '"
                            + Nearest.of(unknown.getPropertyName(), names) + "'? There are "
                            + String.join(", ", names));
        } catch (MismatchedInputException form) {
            throw wrong(name, form, formOf(form));
        } catch (JsonProcessingException broken) {
            throw wrong(name, broken, problemOf(broken));
        }
    }

    /** What should stand in place of what does not fit. */
    private static String formOf(MismatchedInputException form) {
        String setting = form.getPath().stream()
                .map(Reference::getFieldName)
                .filter(Objects::nonNull)
                .reduce("", (outer, inner) -> inner);
        if (form.getTargetType() == String.class) {
            return "'" + setting + "' holds text or a number, no list and no settings of its own";
        }
        return form.getTargetType() != null && List.class.isAssignableFrom(form.getTargetType())
                ? "'" + setting + "' is a list, such as [a, b]"
                : "write 'about: text', 'settings:' with names and values below it, and 'groups:' with a list of such";
    }

    /** The reader's complaint without its own quotation of the place, which goes over several lines. */
    private static String problemOf(JsonProcessingException broken) {
        String problem = broken.getOriginalMessage();
        for (Throwable cause = broken.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYAMLException marked) {
                problem = marked.getProblem();
            }
        }
        return "this is no YAML: " + problem.replaceAll("\\s+", " ");
    }

    private static IllegalArgumentException wrong(String name, JsonProcessingException at, String what) {
        JsonLocation location = at.getLocation();
        String where = location == null ? "" : ", line " + location.getLineNr() + ", column " + location.getColumnNr();
        return new IllegalArgumentException("suite " + name + where + ": " + what, at);
    }

    /** In YAML an unquoted null is no text, but here it is the control's name. */
    private static Settings withNullEngine(Settings settings) {
        if (settings.engines != null) {
            settings.engines = settings.engines.stream()
                    .map(engine -> engine == null ? "null" : engine)
                    .toList();
        }
        return settings;
    }
}
