package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import storemark.Tree;
import storemark.report.published.Verdict;
import storemark.results.Results;

/** The committed runs of published suites have the verdicts that they had when they were committed. */
class PublishedVerdictsTest {
    private static final String BEGIN = "<!-- report --claims charts/* -->\n";
    private static final String END = "<!-- end -->\n";

    private static final List<Results> runs = new ArrayList<>();

    @BeforeAll
    static void readRuns() throws IOException {
        for (Path folder : Tree.list(Path.of("charts"))) {
            if (Files.exists(folder.resolve("run.json"))) {
                runs.add(Results.read(folder));
            }
        }
    }

    @AfterAll
    static void forgetRuns() {
        runs.clear();
    }

    @Test
    void theVerdictsOnCommittedRunsStay() throws IOException {
        List<String> verdicts = new ArrayList<>();
        for (Results run : runs) {
            for (PublishedClaims found : PublishedClaims.of(List.of(run))) {
                for (Verdict verdict : found.verdicts()) {
                    verdicts.add(String.join(" | ", run.name(), verdict.id(), verdict.words(), verdict.figure()));
                }
            }
        }
        assertEquals(expected(), String.join("\n", verdicts) + "\n");
    }

    /** docs/suites.md has what {@code report --claims} prints of them. */
    @Test
    void theDocumentHoldsTheClaimsOfTheCommittedRuns() throws IOException {
        String document = Files.readString(Path.of("docs/suites.md"));
        int begin = document.indexOf(BEGIN) + BEGIN.length();
        assertEquals(PublishedClaims.markdown(runs), document.substring(begin, document.indexOf(END, begin)));
        assertEquals("", PublishedClaims.markdown(List.of(Results.read(Path.of("charts/quick")))));
    }

    private static String expected() throws IOException {
        try (var in = PublishedVerdictsTest.class.getResourceAsStream("verdicts.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
