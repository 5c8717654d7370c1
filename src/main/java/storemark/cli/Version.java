package storemark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** This harness's own version, as its jar states it. */
final class Version implements IVersionProvider {
    private static final String STATED = "/META-INF/maven/org.storemark/storemark/pom.properties";

    /** The version, or {@code unpackaged} where classes run outside of the jar. */
    private static String text() {
        try (InputStream in = Version.class.getResourceAsStream(STATED)) {
            if (in == null) {
                return "unpackaged";
            }
            Properties stated = new Properties();
            stated.load(in);
            return stated.getProperty("version");
        } catch (IOException unreadable) {
            return "unreadable: " + unreadable.getMessage();
        }
    }

    /**
     * The version and, after a plus sign, which build of it: {@code 0.1.0-SNAPSHOT+3f0c2b9a51d4}. Two builds of the same
     * sources by the same JDK are the same; any other change to the jar is another.
     *
     * @throws IOException when the jar cannot be read
     */
    static String withBuild() throws IOException {
        Path place = BuildDigest.placeOf(Version.class);
        return place.toString().endsWith(".jar") ? text() + "+" + BuildDigest.of(place) : text();
    }

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {"storemark " + withBuild() + ", Java " + Runtime.version()};
    }
}
