package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import storemark.report.published.Verdict;
import storemark.results.Results;

/** The committed runs of published suites have the verdicts that they had when they were committed. */
class PublishedVerdictsTest {
    @Test
    void theVerdictsOnCommittedRunsStay() throws IOException {
        List<Path> runs;
        try (Stream<Path> folders = Files.list(Path.of("charts"))) {
            runs = folders.filter(folder -> Files.exists(folder.resolve("run.json")))
                    .sorted()
                    .toList();
        }
        List<String> verdicts = new ArrayList<>();
        for (Path run : runs) {
            for (PublishedClaims found : PublishedClaims.of(List.of(Results.read(run)))) {
                for (Verdict verdict : found.verdicts()) {
                    verdicts.add(String.join(
                            " | ", run.getFileName().toString(), verdict.id(), verdict.words(), verdict.figure()));
                }
            }
        }
        assertEquals(expected(), String.join("\n", verdicts) + "\n");
    }

    private static String expected() throws IOException {
        try (var in = PublishedVerdictsTest.class.getResourceAsStream("verdicts.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
