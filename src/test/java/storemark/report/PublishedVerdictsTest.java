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
import storemark.results.RunFolder;

/** The committed runs of published suites have the verdicts that they had when they were committed. */
class PublishedVerdictsTest {
    private static final String BEGIN = "<!-- report --claims charts/* -->\n";
    private static final String END = "<!-- end -->\n";

    private record Judged(String run, PublishedClaims claims) {}

    private static final List<Judged> judged = new ArrayList<>();

    @BeforeAll
    static void judgeRuns() throws IOException {
        for (Path folder : Tree.list(Path.of("charts"))) {
            if (Files.exists(folder.resolve("run.json"))
                    && RunFolder.readRun(folder).reproduces() != null) {
                Results run = Results.read(folder);
                PublishedClaims.of(List.of(run)).forEach(found -> judged.add(new Judged(run.name(), found)));
            }
        }
    }

    @AfterAll
    static void forgetRuns() {
        judged.clear();
    }

    @Test
    void theVerdictsOnCommittedRunsStay() throws IOException {
        List<String> verdicts = new ArrayList<>();
        for (Judged one : judged) {
            for (Verdict verdict : one.claims().verdicts()) {
                verdicts.add(String.join(" | ", one.run(), verdict.id(), verdict.words(), verdict.figure()));
            }
        }
        assertEquals(expected(), String.join("\n", verdicts) + "\n");
    }

    private static List<String> rows(String part) {
        return judged.stream()
                .map(one -> one.claims().markdownRow(one.run()))
                .filter(row -> row.contains(part))
                .toList();
    }

    /** docs/suites.md has what {@code report --claims} prints of them. */
    @Test
    void theDocumentHoldsTheClaimsOfTheCommittedRuns() throws IOException {
        String document = Files.readString(Path.of("docs/suites.md"));
        int begin = document.indexOf(BEGIN) + BEGIN.length();
        assertEquals(PublishedClaims.markdownTable(rows("")), document.substring(begin, document.indexOf(END, begin)));
        String one = "symas-2012-synchronous"; // the smallest
        Results quick = Results.read(Path.of("charts/quick")); // reproduces nothing
        assertEquals(
                PublishedClaims.markdownTable(rows("| " + one + " |")),
                PublishedClaims.markdown(List.of(quick, Results.read(Path.of("charts", one)))));
        assertEquals("", PublishedClaims.markdown(List.of(quick)));
    }

    private static String expected() throws IOException {
        try (var in = PublishedVerdictsTest.class.getResourceAsStream("verdicts.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
