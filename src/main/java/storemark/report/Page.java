package storemark.report;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Base64;
import java.util.List;

/**
 * What all pages have: type, colours and libraries. Templates take them by the names of the methods here.
 *
 * @param shared where a site keeps one copy of them for all its pages, relative to the page and ending in a slash; empty for a page
 *     that needs no other file
 */
record Page(String shared) {
    static final Mustache.Compiler TEMPLATES = Mustache.compiler()
            .emptyStringIsFalse(true)
            .zeroIsFalse(true)
            .nullValue("")
            .withLoader(name -> new StringReader(Resources.text(name + ".html")));

    /** The page that {@code template} makes of {@code content}. */
    String of(String template, Object content) throws IOException {
        StringWriter page = new StringWriter();
        TEMPLATES.compile(Resources.text(template + ".html")).execute(content, this, page);
        return page.toString();
    }

    /** A name may be broken between an engine's options. */
    static Mustache.Lambda breakable() {
        return (name, out) -> out.write(name.execute().replaceAll("([:,])", "$1<wbr>"));
    }

    /** A file of the jar, as it is. */
    static Mustache.Lambda resource() {
        return (name, out) -> out.write(Resources.text(name.execute()));
    }

    static Mustache.Lambda base64() {
        return (name, out) -> out.write(Base64.getEncoder().encodeToString(Resources.bytes(name.execute())));
    }

    static List<String> scripts() {
        return Resources.CHART_SCRIPTS;
    }
}
