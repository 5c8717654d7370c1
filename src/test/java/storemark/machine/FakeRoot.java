package storemark.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the kernel's files of an imagined machine below a directory. */
final class FakeRoot {
    private final Path root;

    FakeRoot(Path root) {
        this.root = root;
    }

    SystemFiles files() {
        return new SystemFiles(root);
    }

    FakeRoot file(String absolute, String text) throws IOException {
        Path file = root.resolve(absolute.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
        return this;
    }

    FakeRoot directory(String absolute) throws IOException {
        Files.createDirectories(root.resolve(absolute.substring(1)));
        return this;
    }

    /** A link from one absolute name to another, both below the root. */
    FakeRoot link(String absolute, String target) throws IOException {
        Path link = root.resolve(absolute.substring(1));
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, root.resolve(target.substring(1)));
        return this;
    }

    /** One mount of a device as {@code /proc/self/mountinfo} lists it. */
    static String mount(String device, String point, String type, String source, String options) {
        return "30 1 " + device + " / " + point + " rw,relatime shared:1 - " + type + " " + source + " " + options;
    }
}
