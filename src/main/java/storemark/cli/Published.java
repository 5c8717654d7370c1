package storemark.cli;

import java.io.IOException;
import java.util.List;
import storemark.report.PublishedClaims;
import storemark.suite.Suite;
import storemark.text.Nearest;

/** The published comparison that a suite declares. */
final class Published {
    private Published() {}

    /** Refuses a suite that declares one that the report does not have: a typing error would leave it out silently. */
    static void check(Suite suite) throws IOException {
        if (suite.reproduces() == null) {
            return; // to read the names takes longer than the rest of many a start
        }
        List<String> names = PublishedClaims.names();
        if (!names.contains(suite.reproduces())) {
            throw Failure.usage("suite " + suite.name() + ": reproduces: no published comparison '" + suite.reproduces()
                    + "': " + Nearest.hint(suite.reproduces(), names));
        }
    }
}
