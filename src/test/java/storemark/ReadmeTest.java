package storemark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README's table of engines: how many lines the files of each adapter have, and that it leaves no file out. */
class ReadmeTest {
    private static final Pattern ROW = Pattern.compile("^\\| \\[`([a-z-]+)`.*\\| (\\d+) \\|$");

    /** The files of each engine of the table, by the pattern of their names. */
    private static final Map<String, String> FILES = Map.ofEntries(
            Map.entry("lmdb", "Lmdb.*"),
            Map.entry("tupl", "Tupl.*"),
            Map.entry("rocksdb", "RocksDb.*"),
            Map.entry("sqlite", "Sqlite.*"),
            Map.entry("je", "Je[A-Z].*"),
            Map.entry("leveldb", "LevelDb(Engine)?"),
            Map.entry("leveldb-java", "LevelDbJava.*"),
            Map.entry("kyoto-treedb", "Kyoto.*"),
            Map.entry("bdb", "Bdb.*|BerkeleyDb"),
            Map.entry("files-flat", "Files.*"),
            Map.entry("mvstore", "MvStore.*"),
            Map.entry("xodus", "Xodus.*"),
            Map.entry("mapdb", "MapDb.*"),
            Map.entry("chronicle-map", "ChronicleMap.*"));

    /** What is no adapter of the table: used by several, or not an engine to compare. */
    private static final String OTHERS =
            "BTreeSpace|Debt|DirectoryLock|Engines|HeapEngine|LibraryVersion|NativeLibrary|NullEngine"
                    + "|StoreFolder|WholeValues|WriteJournal|package-info";

    /** The source roots of a default build on a new Java: lmdb's part for it counts, TuplDB's other version does not. */
    private static final List<String> ROOTS = List.of("src/main/java", "src/main/java22", "src/main/tupl13");

    @Test
    void theLinesOfAdaptersAreThose() throws IOException {
        Map<String, Integer> said = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("README.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                said.put(row.group(1), Integer.parseInt(row.group(2)));
            }
        }
        Map<String, Integer> counted = new TreeMap<>();
        for (Map.Entry<String, String> engine : FILES.entrySet()) {
            int lines = 0;
            for (Path file : sources()) {
                lines += name(file).matches(engine.getValue())
                        ? Files.readAllLines(file).size()
                        : 0;
            }
            counted.put(engine.getKey(), lines);
        }
        assertEquals(counted, said, "README.md, Engines: lines of all files of each engine");
    }

    @Test
    void everyFileBelongsToAnEngineOrIsShared() throws IOException {
        String known = String.join("|", FILES.values()) + "|" + OTHERS;
        TreeSet<String> unknown = new TreeSet<>();
        for (Path file : sources()) {
            if (!name(file).matches(known)) {
                unknown.add(name(file));
            }
        }
        assertEquals(new TreeSet<>(), unknown, "of no engine above");
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String root : ROOTS) {
            try (Stream<Path> files = Files.list(Path.of(root, "storemark/engines"))) {
                files.forEach(sources::add);
            }
        }
        return sources;
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
