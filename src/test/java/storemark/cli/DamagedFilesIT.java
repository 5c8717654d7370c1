package storemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import storemark.OwnJvm;
import storemark.Tree;
import storemark.machine.StoreFiles;

/**
 * Files of a real run and of its datasets, each damaged at random: whatever a file says, a command ends within half a minute with a
 * line that a person can read, and touches nothing outside of the run and the data directory. A failure prints its seed.
 */
class DamagedFilesIT {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    /** One damage in so many goes through the commands that start a process of their own too. */
    private static final int SLOW_SHARE = 30;

    private static Path here;
    private static Map<Path, byte[]> pristine;
    private static Path outside;

    @BeforeContainer
    static void run() throws Exception {
        here = Files.createTempDirectory("storemark-damage");
        outside = Files.createDirectory(here.resolve("outside"));
        Files.writeString(outside.resolve("letter.json"), "{\"precious\": true}");
        String run =
                "run --page-only --repetitions 1 --engines mvstore,null --workloads read,update --threads 1 --entries 1k --step 500"
                        + " --time 50ms --warm-up 20ms --retry 0 --dir data --results results";
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djmh.blackhole.autoDetect=false", // else JMH starts two JVMs to find out
                "-Dstoremark.flags=" + OwnJvm.QUICK_FORKS,
                "-Djava.io.tmpdir=" + here,
                "-jar",
                Path.of(System.getProperty("storemark.jar")).toAbsolutePath().toString()));
        command.addAll(List.of(run.split(" ")));
        Path log = here.resolve("log");
        int exitCode = new ProcessBuilder(command)
                .directory(here.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        assertEquals(0, exitCode, Files.readString(log));
        Path dataset = dataset();
        Files.writeString(
                dataset.resolve("copy.json"), "{\"what\": \"a copy\", \"origin\": \"other\", \"process\": 1}");
        Path cell = Tree.list(here.resolve("results/cells")).stream()
                .filter(file -> file.toString().endsWith(".json"))
                .findFirst()
                .orElseThrow();
        Files.writeString(
                here.resolve("results/states.jsonl"),
                "\n{\"cell\": \"" + cell.getFileName().toString().replace(".json", "")
                        + "\", \"state\": \"FAILED\", \"reason\": \"tried\"}");
        Path table = Files.createDirectory(here.resolve("table"));
        for (String file : List.of("run.json", "machine.json", "results.csv")) {
            Files.copy(here.resolve("results").resolve(file), table.resolve(file));
        }
        pristine = new TreeMap<>();
        for (String folder : List.of("data", "results", "table", "outside")) {
            content(here.resolve(folder)).forEach(pristine::put);
        }
    }

    @AfterContainer
    static void clean() throws Exception {
        StoreFiles.deleteTree(here);
    }

    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void everyCommandEndsInALineAndTouchesNothingElse(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<Path> candidates = pristine.keySet().stream()
                .filter(file -> file.toString().matches(".*\\.(json|jsonl|csv)"))
                .filter(file -> !file.startsWith(outside))
                .toList();
        Path file = candidates.get(random.nextInt(candidates.size()));
        String damage = FileDamage.of(file, pristine.get(file), outside.resolve("letter.json"), random);
        try {
            for (String command : commands(file, random.nextInt(SLOW_SHARE) == 0)) {
                expectALine(command, file, damage);
            }
            content(outside)
                    .forEach((path, bytes) -> assertEquals(
                            new String(pristine.get(path), UTF_8), new String(bytes, UTF_8), damage + " of " + file));
            assertEquals(1, content(outside).size(), damage + " of " + file);
        } finally {
            restore(here.relativize(file).getName(0).toString());
        }
    }

    private static List<String> commands(Path file, boolean slowToo) throws IOException {
        Path data = here.resolve("data");
        Path results = here.resolve("results");
        List<String> commands = new ArrayList<>();
        if (file.startsWith(data)) {
            Path dataset = dataset();
            commands.add("datasets list --dir " + data);
            if (slowToo) {
                commands.add("verify --folder " + dataset);
            }
            commands.add("datasets remove --dir " + data + " " + dataset.getFileName());
        } else if (file.startsWith(here.resolve("table"))) {
            commands.add("report " + here.resolve("table") + " --page-only --out " + here.resolve("drawn"));
        } else {
            commands.add("report " + results + " --page-only --out " + here.resolve("drawn"));
            if (slowToo) {
                commands.add("compare " + results + " " + results);
                commands.add("run --dry-run --resume " + results + " --dir " + data);
            }
        }
        return commands;
    }

    private static void expectALine(String command, Path file, String damage) {
        String what = command + " after " + damage + " of " + file + ": ";
        Commands.Ended ended = assertTimeoutPreemptively(LONGEST, () -> Commands.run(command.split(" ")), what);
        assertTrue(ended.exitCode() >= 0 && ended.exitCode() <= 3, () -> what + ended);
        assertFalse(ended.said().contains("unexpected "), () -> what + ended);
        assertFalse(ended.said().contains("\tat "), () -> what + ended);
        assertTrue(
                ended.said().chars().noneMatch(code -> Character.isISOControl(code) && code != '\n'),
                () -> what + ended);
    }

    private static Path dataset() throws IOException {
        return Tree.list(here.resolve("data")).stream()
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
    }

    private static Map<Path, byte[]> content(Path folder) throws IOException {
        Map<Path, byte[]> content = new TreeMap<>();
        for (Path file : Tree.files(folder)) {
            content.put(file, Files.readAllBytes(file));
        }
        return content;
    }

    private static void restore(String folder) throws IOException {
        StoreFiles.deleteTree(here.resolve(folder));
        StoreFiles.deleteTree(here.resolve("drawn"));
        for (Map.Entry<Path, byte[]> file : pristine.entrySet()) {
            if (file.getKey().startsWith(here.resolve(folder))) {
                Files.createDirectories(file.getKey().getParent());
                Files.write(file.getKey(), file.getValue());
            }
        }
    }
}
