package storemark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command of a JVM for a main method of the tests. */
public final class OwnJvm {
    /** For {@code storemark.flags}: forks of tests are too short for the second compiler, a parallel collector and a touched heap to pay off. */
    public static final String QUICK_FORKS =
            "-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC -XX:-AlwaysPreTouch";

    private OwnJvm() {}

    /** A JVM that starts fast, with {@code flags}, and runs {@code main} with {@code arguments}, on the class path of this one. */
    public static List<String> command(Class<?> main, List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
