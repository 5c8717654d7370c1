package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import storemark.engine.EngineSpec;
import storemark.engines.Engines;

/** What docs/engines.md says of engines is what they say of themselves: {@code engines --markdown} prints it. */
class EngineMatrixTest {
    private static final String BEGIN = "<!-- engines --markdown -->\n";
    private static final String END = "<!-- end -->\n";

    @Test
    void theDocumentHoldsWhatIsPrinted() throws Exception {
        Engines engines = Engines.load();
        assumeTrue(
                engines.of(EngineSpec.parse("tupl")).version().startsWith("TuplDB 1.3"),
                "the document is that of the default build, with TuplDB 1.3");
        String document = Files.readString(Path.of("docs/engines.md"));
        int begin = document.indexOf(BEGIN) + BEGIN.length();
        assertEquals(document.substring(begin, document.indexOf(END, begin)), EngineMatrix.of(engines.all()));
    }
}
