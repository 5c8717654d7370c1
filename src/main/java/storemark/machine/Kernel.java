package storemark.machine;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The operating system. Null: not known.
 *
 * @param os the JVM's {@code os.name}
 * @param release {@code 6.18.44}
 * @param version the build of that release
 * @param distribution {@code Debian GNU/Linux 12 (bookworm)}
 * @param mitigations which processor flaws are mitigated and which are left open; unaffected ones are left out
 */
record Kernel(String os, String release, String version, String distribution, String mitigations) {
    static Kernel read(SystemFiles files) {
        return new Kernel(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                files.read("/proc/sys/kernel/version"),
                distribution(files),
                mitigations(files));
    }

    private static String distribution(SystemFiles files) {
        return files.lines("/etc/os-release").stream()
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
                .findFirst()
                .orElse(null);
    }

    private static String mitigations(SystemFiles files) {
        List<Path> flaws = SystemFiles.list(files.path("/sys/devices/system/cpu/vulnerabilities"));
        Map<String, String> names = flaws.stream()
                .collect(groupingBy(
                        Kernel::state, mapping(flaw -> flaw.getFileName().toString(), joining(" "))));
        return flaws.isEmpty()
                ? null
                : "mitigated: " + names.getOrDefault("Mitigation", "none") + "; vulnerable: "
                        + names.getOrDefault("Vulnerable", "none");
    }

    /** A flaw that is mitigated in part counts as vulnerable. */
    private static String state(Path flaw) {
        String text = String.valueOf(SystemFiles.read(flaw));
        return Stream.of("Vulnerable", "Mitigation")
                .filter(text::contains)
                .findFirst()
                .orElse("unaffected");
    }
}
