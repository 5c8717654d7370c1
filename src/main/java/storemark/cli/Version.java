package storemark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** This harness's own version, as its jar states it. */
final class Version implements IVersionProvider {
    private static final String STATED = "/META-INF/maven/org.storemark/storemark/pom.properties";

    /** The version, or {@code unpackaged} where classes run outside of the jar. */
    static String text() {
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

    @Override
    public String[] getVersion() {
        return new String[] {"storemark " + text() + ", Java " + Runtime.version()};
    }
}
