package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.Tree;
import storemark.results.Results;
import storemark.results.ResultsCsv;

/** The runs in charts/ can be drawn whole from the little that is kept of them. */
class CommittedRunsTest {
    private static final Path CHARTS = Path.of("charts");
    private static final int MOST_PICTURES = 8;

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> theTableOfEachRunIsWholeAndInTodaysForm() throws IOException {
        return Tree.list(CHARTS).stream()
                .filter(Files::isDirectory)
                .map(run -> DynamicTest.dynamicTest(run.toString(), () -> {
                    Path again = folder.resolve("again.csv");
                    ResultsCsv.write(again, List.of(Results.read(run)));
                    assertArrayEquals(Files.readAllBytes(run.resolve(Results.TABLE)), Files.readAllBytes(again));
                    List<Path> pictures = Tree.list(run.resolve("charts"));
                    assertTrue(pictures.size() <= MOST_PICTURES, pictures::toString);
                    assertEquals(
                            4,
                            Tree.list(run).size(),
                            () -> run + " holds more than a report is drawn from, and pictures");
                }));
    }

    @Test
    void aReportOfSeveralRunsIsDrawnAgainIntoItsFolder() {
        for (int drawn = 0; drawn < 2; drawn++) {
            Commands.said(0, "report", "charts/quick", "charts/memory", "--page-only", "--out", folder.toString());
        }
    }

    /** A folder of which a table is all that is left keeps it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "report %s charts/memory --page-only",
                "report charts/memory --out %s",
                "publish other/quick --out ."
            })
    void noReportOfAnotherRunReplacesATableThatIsAllThatIsKept(String command) throws IOException {
        Path kept = Files.createDirectory(folder.resolve("quick"));
        copy(Path.of("charts/quick"), kept);
        copy(Path.of("charts/memory"), Files.createDirectories(folder.resolve("other/quick")));
        String line = String.format(Locale.ROOT, command, kept)
                .replace("other/", folder.resolve("other") + "/")
                .replace("--out .", "--out " + folder);
        String said = Commands.said(Failure.REFUSED, line.split(" "));
        assertTrue(said.contains("name another folder with --out"), said);
        assertArrayEquals(
                Files.readAllBytes(Path.of("charts/quick", Results.TABLE)),
                Files.readAllBytes(kept.resolve(Results.TABLE)));
    }

    @Test
    void whatASiteHasWrittenIsReplacedAndWhatItHasNotIsKept() throws IOException {
        String site = folder.resolve("site").toString();
        for (int published = 0; published < 2; published++) {
            Commands.said(0, "publish", "charts/quick", "--out", site);
        }
        copy(Path.of("charts/memory"), Files.createDirectory(Path.of(site, "memory")));
        Commands.said(Failure.REFUSED, "publish", "charts/memory", "--out", site);
    }

    @Test
    void aCopyOfTheRunThatIsReportedMayGetItsReport() throws IOException {
        copy(Path.of("charts/quick"), folder);
        Commands.said(0, "report", "charts/quick", "--page-only", "--out", folder.toString());
    }

    /** As README.md says of its picture. */
    @Test
    void aPageToChooseByIsDrawnFromTheCommittedRun() throws IOException {
        Path page = folder.resolve("choose.html");
        Commands.said(0, "choose", "charts/choose", "--out", page.toString());
        String text = Files.readString(page);
        for (String part : List.of("default-src 'none'", "lmdb", "sqlite")) {
            assertTrue(text.contains(part), part);
        }
    }

    private static void copy(Path run, Path to) throws IOException {
        for (String name : List.of("run.json", "machine.json", Results.TABLE)) {
            Files.copy(run.resolve(name), to.resolve(name));
        }
    }

    /** Its pictures are those that are kept. PNG may differ in the shade of an edge between versions of Java. */
    @Test
    void theCommandInChartsReadmeDrawsTheWholeReport() throws IOException {
        Matcher command = Pattern.compile("java -jar target/benchmarks\\.jar (report (charts/\\S+) --out) \\S+")
                .matcher(Files.readString(CHARTS.resolve("README.md")));
        assertTrue(command.find(), "charts/README.md gives no command");
        List<String> arguments = new ArrayList<>(List.of(command.group(1).split(" ", -1)));
        arguments.add(folder.toString());
        Commands.said(0, arguments.toArray(String[]::new));
        assertTrue(Files.size(folder.resolve("report.html")) > 100_000, "report.html");
        Path run = Path.of(command.group(2));
        for (Path picture : Tree.list(run.resolve("charts"))) {
            Path drawn = folder.resolve("charts").resolve(picture.getFileName());
            assertTrue(Files.exists(drawn), drawn::toString);
            if (picture.toString().endsWith(".svg")) {
                assertEquals(Files.readString(picture), Files.readString(drawn), picture.toString());
            }
        }
    }
}
