package storemark.engines;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Properties;

/** The version of a library that has no call for it, as its jar states it. */
public final class LibraryVersion {
    private LibraryVersion() {}

    /**
     * Reads the manifest of the library's jar or, if the library is bundled in our jar, the properties that Maven writes for each
     * artifact.
     *
     * @return the version, or {@code unknown} if neither has it
     */
    public static String of(Class<?> type, String group, String artifact) {
        Package declared = type.getPackage();
        boolean bundled = location(type).equals(location(LibraryVersion.class));
        if (!bundled && declared.getImplementationVersion() != null) {
            return declared.getImplementationVersion();
        }
        String name = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
        Properties properties = new Properties();
        try (InputStream in = type.getResourceAsStream(name)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException unreadable) {
            return "unknown (" + unreadable.getMessage() + ")";
        }
        return properties.getProperty("version", "unknown");
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
