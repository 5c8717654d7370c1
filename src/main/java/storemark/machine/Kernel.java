package storemark.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        for (String line : files.lines("/etc/os-release")) {
            if (line.startsWith("PRETTY_NAME=")) {
                return line.substring("PRETTY_NAME=".length()).replace("\"", "");
            }
        }
        return null;
    }

    private static String mitigations(SystemFiles files) {
        List<String> mitigated = new ArrayList<>();
        List<String> vulnerable = new ArrayList<>();
        List<Path> flaws = files.list("/sys/devices/system/cpu/vulnerabilities");
        for (Path flaw : flaws) {
            String state = SystemFiles.read(flaw);
            if (state != null && state.contains("Vulnerable")) {
                vulnerable.add(flaw.getFileName().toString());
            } else if (state != null && state.contains("Mitigation")) {
                mitigated.add(flaw.getFileName().toString());
            }
        }
        if (flaws.isEmpty()) {
            return null;
        }
        return "mitigated: " + words(mitigated) + "; vulnerable: " + words(vulnerable);
    }

    private static String words(List<String> names) {
        return names.isEmpty() ? "none" : String.join(" ", names);
    }
}
