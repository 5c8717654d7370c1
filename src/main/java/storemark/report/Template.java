package storemark.report;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills the places {@code <!--name-->} of a text. */
final class Template {
    private static final Pattern PLACE = Pattern.compile("<!--([a-z]+)-->");

    private Template() {}

    /**
     * Fills in all at once, so that what is filled in is not searched for places.
     *
     * @throws IllegalArgumentException when {@code parts} lacks a place of {@code template}
     */
    static String fill(String template, Map<String, String> parts) {
        return PLACE.matcher(template).replaceAll(place -> {
            String part = parts.get(place.group(1));
            if (part == null) {
                throw new IllegalArgumentException("no text for the place " + place.group());
            }
            return Matcher.quoteReplacement(part);
        });
    }
}
