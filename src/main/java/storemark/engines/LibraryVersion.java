package storemark.engines;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of a library that has no call to ask for it, as its jar states it. */
public final class LibraryVersion {
    private LibraryVersion() {}

    /**
     * Reads the manifest of the jar that {@code type} came from or, in a jar that bundles the library and has a manifest of
     * its own, the properties that Maven writes for each artifact.
     *
     * @return the version, or {@code unknown} where neither tells
     */
    public static String of(Class<?> type, String group, String artifact) {
        Package declared = type.getPackage();
        boolean bundled = type.getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .equals(LibraryVersion.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation());
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
}
