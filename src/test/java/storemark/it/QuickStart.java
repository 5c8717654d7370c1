package storemark.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import storemark.OwnJvm;
import storemark.machine.StoreFiles;

/**
 * JVM flags for the processes that tests start. Most run for one or two seconds: too short for C2, a parallel collector and pre-touching the
 * heap to pay off. Their classes come from an archive (class data sharing), which saves about a fifth of the CPU time.
 */
final class QuickStart {
    /** Without the last one JMH starts two JVMs to find out whether the compiler supports black holes. */
    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djmh.blackhole.autoDetect=false");

    private QuickStart() {}

    static List<String> flags() {
        return flags(Files.exists(Archive.FILE));
    }

    /**
     * Makes a command {@code java} that starts quickly, for scripts.
     *
     * @param archive whether it has our archive of classes. With it a JVM that runs a copy of the jar would use none at all
     */
    static Path java(Path file, boolean archive) throws IOException {
        String flags = "'" + String.join("' '", archive ? flags() : flags(false)) + "'";
        Path real = Path.of(System.getProperty("java.home"), "bin", "java");
        Files.writeString(file, "#!/bin/sh\nexec '" + real + "' " + flags + " \"$@\"\n");
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    private static List<String> flags(boolean archive) {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.add("-Dstoremark.flags=" + OwnJvm.QUICK_FORKS);
        if (archive) {
            flags.add("-XX:SharedArchiveFile=" + Archive.FILE);
            flags.add("-Dstoremark.classes=" + Archive.FILE);
        }
        return flags;
    }

    /** Made once for a jar and a JDK, by the first test that needs it. Where it cannot be, processes start slower. */
    private static final class Archive {
        static final Path FILE = make();

        private Archive() {}

        private static Path make() {
            Path jar = Jar.ours();
            Path archive = jar.resolveSibling("classes-" + Runtime.version().feature() + ".jsa");
            try (FileChannel channel = FileChannel.open(
                            archive.resolveSibling("classes.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock held = channel.lock()) { // classes of tests run in several processes
                if (!Files.exists(archive)
                        || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) < 0) {
                    dump(jar, archive);
                }
            } catch (IOException failure) {
                System.err.println("no archive of classes: " + failure.getMessage());
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return archive;
        }

        private static void dump(Path jar, Path archive) throws IOException, InterruptedException {
            Path here = Files.createTempDirectory("classes");
            try {
                String log = "-XX:DumpLoadedClassList=" + here.resolve("%p.classes");
                List<String> run = new ArrayList<>(FLAGS);
                run.add(log);
                run.add("-Dstoremark.flags=" + OwnJvm.QUICK_FORKS + " " + log);
                run.addAll(List.of("-Djava.io.tmpdir=" + here, "-jar", jar.toString(), "run", "smoke"));
                run.addAll(List.of("--engines", "lmdb", "--workloads", "read", "--page-only"));
                run.addAll(List.of("--retry", "0", "--dir", "data", "--results", "results"));
                java(here, run);
                Set<String> classes = new LinkedHashSet<>();
                try (Stream<Path> files = Files.list(here)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".classes"))
                            .toList()) {
                        Files.readAllLines(file).stream()
                                .filter(line -> !line.startsWith("@cp") && !line.contains("super:"))
                                .map(line -> line.replaceAll(" id: [0-9]+$", "")) // of one process, from Java 24 on
                                .forEach(classes::add);
                    }
                }
                Path list = Files.write(here.resolve("all"), classes);
                Path made = here.resolve("made.jsa");
                List<String> dump = new ArrayList<>(FLAGS);
                dump.addAll(
                        List.of("-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + made));
                dump.addAll(List.of("-cp", jar.toString()));
                java(here, dump);
                Files.move(made, archive, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                StoreFiles.deleteTree(here);
            }
        }

        private static void java(Path here, List<String> arguments) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(arguments);
            File said = here.resolve("said").toFile();
            int exitCode = new ProcessBuilder(command)
                    .directory(here.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said)
                    .start()
                    .waitFor();
            if (exitCode != 0) {
                List<String> lines = Files.readAllLines(said.toPath());
                String last = lines.isEmpty() ? "no word" : lines.get(lines.size() - 1);
                throw new IOException(command + " ended with exit code " + exitCode + ": " + last);
            }
        }
    }
}
