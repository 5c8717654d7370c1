package storemark.report;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The years in which versions of libraries were released, from {@code releases.properties}. */
final class Releases {
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)+");

    private static final Properties YEARS = Resources.properties("releases.properties");

    private Releases() {}

    /**
     * A library's number and year, {@code 1.3.11 (2017)}; without the year where it is not known.
     *
     * @param version what the engine says of it, {@code TuplDB 1.3.11}; null where it was not available
     * @return empty where {@code version} is that of no library
     */
    static String of(String version) {
        if (version == null || version.startsWith("files of") || version.startsWith("java.util.concurrent")) {
            return "";
        }
        Matcher number = NUMBER.matcher(version);
        if (!number.find()) {
            return "";
        }
        String year = YEARS.getProperty(version.substring(0, number.end()).replace(' ', '_'));
        return number.group() + (year == null ? "" : " (" + year + ")");
    }
}
