package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import storemark.Thrown;
import storemark.machine.StoreFiles;
import storemark.results.Json;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.ResultsCsv;
import storemark.results.RunFile;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

class ResultsCsvTest extends WithRun {
    /** Reads what RFC 4180 describes, as spreadsheets do. */
    private static List<Map<String, String>> parse(String csv) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at < csv.length(); at++) {
            char sign = csv.charAt(at);
            if (sign == '"') {
                boolean doubled = quoted && at + 1 < csv.length() && csv.charAt(at + 1) == '"';
                if (doubled) {
                    field.append('"');
                    at++;
                } else {
                    quoted = !quoted;
                }
            } else if (!quoted && (sign == ',' || sign == '\r')) {
                row.add(field.toString());
                field.setLength(0);
                if (sign == '\r') {
                    assertEquals('\n', csv.charAt(++at));
                    rows.add(row);
                    row = new ArrayList<>();
                }
            } else {
                field.append(sign);
            }
        }
        assertTrue(row.isEmpty() && field.length() == 0, "the last row has no end");
        List<Map<String, String>> named = new ArrayList<>();
        for (List<String> values : rows.subList(1, rows.size())) {
            assertEquals(rows.get(0).size(), values.size());
            Map<String, String> fields = new LinkedHashMap<>();
            for (int column = 0; column < values.size(); column++) {
                fields.put(rows.get(0).get(column), values.get(column));
            }
            assertEquals(rows.get(0).size(), fields.size(), "two columns have one name");
            named.add(fields);
        }
        return named;
    }

    /** A spreadsheet runs what begins with these signs. */
    @Test
    void noFieldIsAFormulaAndEachIsReadAsItWas() throws IOException {
        run.engines = List.of("lmdb");
        run.only(Workload.READ);
        run.more = new TreeMap<>(
                Map.of("a", "=cmd()", "b", "@x", "c", "-5", "d", "+x", "e", "'=y", "f", "-x", "g", "it's"));
        Path folderOfRun = folder.resolve("=run");
        Results measured = run.write(folderOfRun);
        ResultsCsv.write(folderOfRun.resolve(Results.TABLE), List.of(measured));
        Map<String, String> row =
                parse(Files.readString(folderOfRun.resolve(Results.TABLE))).get(0);
        assertEquals("'=run", row.get("run"));
        row.values().forEach(field -> assertTrue(field.matches("-?[0-9.]+|([^=+@-].*)?"), field));
        Files.delete(folderOfRun.resolve("cells/" + row.get("cell") + ".json"));
        Files.delete(folderOfRun.resolve("cells"));
        RunFile finished = measured.run();
        Json.write(folderOfRun.resolve("run.json"), finished);
        assertEquals(
                new TreeMap<>(measured.measurements().get(0).parameters()),
                new TreeMap<>(Results.read(folderOfRun).measurements().get(0).parameters()));
    }

    private String write(List<Results> runs) throws IOException {
        ResultsCsv.write(folder.resolve("some.csv"), runs);
        return Files.readString(folder.resolve("some.csv"));
    }

    /** Increments are matched by their place: without one, all that follow would be compared with others. */
    @Test
    void aTableThatLacksAnIncrementIsRefused() throws IOException {
        Path one = folder.resolve("one");
        ResultsCsv.write(one.resolve(Results.TABLE), List.of(run.write(one)));
        StoreFiles.deleteTree(one.resolve("cells"));
        List<String> lines = new ArrayList<>(Files.readAllLines(one.resolve(Results.TABLE)));
        lines.remove(2);
        Files.write(one.resolve(Results.TABLE), lines);
        Thrown.saying(IOException.class, "it lacks rows of the finished cell ", () -> Results.read(one));
    }

    /** A report of several runs is written into the first one's folder. */
    @Test
    void theTableOfSeveralRunsIsNotReadAsThatOfOne() throws IOException {
        Path first = folder.resolve("first");
        List<Results> both = List.of(run.write(first), run.write(folder.resolve("second")));
        ResultsCsv.write(first.resolve("results.csv"), both);
        StoreFiles.deleteTree(first.resolve("cells"));
        Thrown.saying(IOException.class, "rows of several runs", () -> Results.read(first));
    }

    @Test
    void oneRowForEachStepOfEachCell() throws IOException {
        run.engines = List.of("lmdb", "rocksdb:tuned,blockSize.16k");
        run.workloads = List.of(Workload.INSERT, Workload.UPDATE);
        run.steps = 3;
        run.repetitions = 2;
        run.unread = List.of(Metric.rssBytes);
        run.states = Map.of("lmdb-update-t2-p1-r2", State.FAILED);
        List<Map<String, String>> rows = parse(write(List.of(run.write(folder.resolve("run-1")))));

        assertEquals((2 * 2 * 2 * 2 - 1) * 3, rows.size());
        Map<String, String> last = rows.get(rows.size() - 1);
        assertEquals("rocksdb:tuned,blockSize.16k", last.get("engine"));
        assertEquals(
                "run-1 update 2 2 3",
                String.join(
                        " ",
                        last.get("run"),
                        last.get("workload"),
                        last.get("threads"),
                        last.get("repetition"),
                        last.get("increment")));
        assertEquals("1000000", last.get("keyRange"));
        assertEquals("1000000", last.get("parameter.entries"));
        assertEquals("1", last.get("parameter.pass"));
        assertFalse(last.containsKey("rssBytes"), "no column of what was not measured");
        assertEquals("", rows.get(0).get("parameter.pass"), "inserts have no passes");
        assertEquals(last.get("wallRate"), last.get("rate"));
        assertTrue(Double.parseDouble(last.get("rate")) > 0);
    }
}
