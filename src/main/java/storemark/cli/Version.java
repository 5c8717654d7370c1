package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.IVersionProvider;
import storemark.engines.LibraryVersion;

/** This harness's own version, as its jar states it. */
final class Version implements IVersionProvider {
    /**
     * The version and, after a plus sign, which build of it: {@code 0.1.0-SNAPSHOT+3f0c2b9a51d4}. Two builds of the same
     * sources by the same JDK are the same; any other change to the jar is another.
     *
     * @throws IOException when the jar cannot be read
     */
    static String withBuild() throws IOException {
        Path place = BuildDigest.placeOf(Version.class);
        String version = LibraryVersion.of(Version.class, "org.storemark", "storemark");
        return place.toString().endsWith(".jar") ? version + "+" + BuildDigest.of(place) : version;
    }

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {"storemark " + withBuild() + ", Java " + Runtime.version()};
    }
}
