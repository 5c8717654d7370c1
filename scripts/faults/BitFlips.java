import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import storemark.dataset.DatasetSpec;
import storemark.dataset.OpenOptions;
import storemark.engine.Capability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engines.Engines;
import storemark.machine.StoreFiles;
import storemark.run.ForkFlags;

/**
 * Flips one bit at a time in each file of a closed store, opens it, reads every record by get and by scan, and counts who notices. Bytes
 * that are zero are left alone: most are unused space. Prints a table in Markdown. On a file system in memory it takes 3
 * minutes.
 * <pre>java -Djava.io.tmpdir=/dev/shm -cp target/benchmarks.jar scripts/faults/BitFlips.java [ENGINE,...]</pre>
 */
class BitFlips {
    private static final Records RECORDS = new Records(1, 8, 200, 200, 0);
    private static final int COUNT = 500;
    private static final int FLIPS = 32;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final String RESULT = "flip: ";

    private enum Found {
        ON_OPEN,
        ON_READ,
        DIED,
        DID_NOT_END,
        MISSING,
        WRONG_BYTES,
        NOTHING
    }

    /** @param group the file's name without its numbers */
    private record Flip(String group, Path file, long at, int bit) {}

    public static void main(String[] args) throws Exception {
        if (args.length > 1) {
            Engine engine = Engines.load().of(EngineSpec.parse(args[0]));
            Path folder = Path.of(args[1]);
            if (args[2].equals("make")) {
                make(engine, folder.resolve("original"));
            } else {
                flip(engine, folder, Integer.parseInt(args[2]));
            }
            System.out.flush();
            Runtime.getRuntime().halt(0); // some libraries leave threads behind what they could not open
        }
        System.out.println("| engine | file | bits | on open | on read | died | would not end | missing | wrong bytes |"
                + " nothing |\n|---|---|---|---|---|---|---|---|---|---|");
        List<String> names = args.length == 1
                ? List.of(args[0].split(","))
                : Engines.load().all().stream()
                        .filter(engine -> !engine.traits().isControl())
                        .map(Engine::name)
                        .filter(name -> !name.equals("heap"))
                        .toList();
        for (String name : names) {
            Path folder = Files.createTempDirectory("bit-flips");
            try {
                test(name, folder);
            } finally {
                StoreFiles.deleteTree(folder);
            }
        }
    }

    private static void test(String engine, Path folder) throws Exception {
        Process maker = child(engine, folder, "make");
        if (!maker.waitFor(60, TimeUnit.SECONDS) || maker.exitValue() != 0) {
            maker.destroyForcibly();
            System.err.println(engine + " makes no store here: "
                    + Files.readString(folder.resolve("error")).lines().findFirst().orElse(""));
            return;
        }
        List<Flip> flips = flips(folder.resolve("original"));
        Map<String, Map<Found, Integer>> table = new LinkedHashMap<>();
        for (int next = 0; next < flips.size(); ) {
            next = run(engine, folder, flips, next, table);
        }
        table.forEach((group, counts) -> System.out.println("| " + engine + " | " + group + " | "
                + counts.values().stream().mapToInt(Integer::intValue).sum() + " | "
                + Stream.of(Found.values())
                        .map(found -> counts.getOrDefault(found, 0))
                        .map(count -> count == 0 ? "" : count.toString())
                        .collect(Collectors.joining(" | "))
                + " |"));
    }

    /** Flips in a process of its own, from number {@code next} on; returns the number after the one that ended it. */
    private static int run(
            String engine, Path folder, List<Flip> flips, int next, Map<String, Map<Found, Integer>> table)
            throws Exception {
        Process child = child(engine, folder, String.valueOf(next));
        long[] heard = {System.nanoTime()};
        boolean[] late = {false};
        Thread watch = new Thread(() -> {
            while (child.isAlive()) {
                late[0] = System.nanoTime() - heard[0] > LIMIT_NANOS;
                if (late[0]) {
                    child.destroyForcibly();
                    return;
                }
                try {
                    Thread.sleep(100);
                } catch (InterruptedException ended) {
                    return;
                }
            }
        });
        watch.start();
        int done = next;
        try (BufferedReader lines = child.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(RESULT)) {
                    count(table, flips.get(done++), Found.valueOf(line.substring(RESULT.length())));
                    heard[0] = System.nanoTime();
                }
            }
        }
        child.waitFor();
        watch.join();
        if (done < flips.size()) {
            count(table, flips.get(done++), late[0] ? Found.DID_NOT_END : Found.DIED);
        }
        return done;
    }

    private static void count(Map<String, Map<Found, Integer>> table, Flip flip, Found found) {
        table.computeIfAbsent(flip.group, group -> new TreeMap<>()).merge(found, 1, Integer::sum);
    }

    private static Process child(String engine, Path folder, String what) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ForkFlags.access());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("hs_err"),
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                "-cp",
                System.getProperty("java.class.path"),
                "scripts/faults/BitFlips.java",
                engine,
                folder.toString(),
                what));
        return new ProcessBuilder(command)
                .redirectError(new File(folder.toFile(), "error"))
                .start();
    }

    private static StoreSpec spec(Engine engine, Path store, boolean create) {
        return DatasetSpec.of(engine, EngineSpec.parse(engine.name()), RECORDS, COUNT, null)
                .storeSpec(store, create, OpenOptions.of(32L << 20, 1));
    }

    private static void make(Engine engine, Path store) throws Exception {
        Files.createDirectory(store);
        try (Store made = engine.open(spec(engine, store, true))) {
            try (Session session = made.session()) {
                for (int id = 0; id < COUNT; id++) {
                    session.put(id, 1);
                }
            }
            made.settle();
        }
    }

    /** The same for the same files. */
    private static List<Flip> flips(Path store) throws IOException {
        Map<String, List<Path>> groups;
        try (Stream<Path> files = Files.walk(store)) {
            groups = files.filter(Files::isRegularFile)
                    .sorted()
                    .collect(Collectors.groupingBy(
                            file -> file.getFileName().toString().replaceAll("^[0-9a-f]+$|[0-9]+", "#"),
                            TreeMap::new,
                            Collectors.toList()));
        }
        List<Flip> flips = new ArrayList<>();
        for (Map.Entry<String, List<Path>> group : groups.entrySet()) {
            Random random = new Random(1);
            for (int each = 0; each < FLIPS; each++) {
                Path file = group.getValue().get(random.nextInt(group.getValue().size()));
                byte[] content = Files.readAllBytes(file);
                int[] used = IntStream.range(0, content.length)
                        .filter(at -> content[at] != 0)
                        .toArray();
                if (used.length > 0) {
                    int at = used[random.nextInt(used.length)];
                    flips.add(new Flip(group.getKey(), store.relativize(file), at, random.nextInt(8)));
                }
            }
        }
        return flips;
    }

    private static void flip(Engine engine, Path folder, int from) throws Exception {
        Path original = folder.resolve("original");
        List<Flip> flips = flips(original);
        for (Flip flip : flips.subList(from, flips.size())) {
            Path copy = folder.resolve("copy");
            StoreFiles.deleteTree(copy);
            try (Stream<Path> files = Files.walk(original)) {
                for (Path file : files.sorted().toList()) {
                    Files.copy(file, copy.resolve(original.relativize(file).toString()));
                }
            }
            byte[] content = Files.readAllBytes(copy.resolve(flip.file));
            content[(int) flip.at] ^= (byte) (1 << flip.bit);
            Files.write(copy.resolve(flip.file), content);
            System.out.println(RESULT + read(engine, copy));
            System.out.flush();
        }
    }

    private static Found read(Engine engine, Path copy) {
        Store store;
        try {
            store = engine.open(spec(engine, copy, false));
        } catch (Throwable told) {
            return Found.ON_OPEN;
        }
        Check check = new Check();
        try (store;
                Session session = store.session()) {
            for (int id = 0; id < COUNT; id++) {
                check.id = id;
                check.missing |= !session.get(id, check);
            }
            check.id = 0;
            if (engine.traits().can(Capability.SCAN)) {
                check.scanning = true;
                check.missing |= session.scan(0, COUNT + 1, true, check) < COUNT;
            }
        } catch (Throwable told) {
            return check.wrong ? Found.WRONG_BYTES : Found.ON_READ;
        }
        return check.wrong ? Found.WRONG_BYTES : check.missing ? Found.MISSING : Found.NOTHING;
    }

    private static final class Check extends Sink {
        private long id;
        private boolean scanning;
        private boolean missing;
        private boolean wrong;

        @Override
        public boolean wantsKeys() {
            return scanning;
        }

        @Override
        public void key(byte[] buffer, int offset) {
            id = RECORDS.id(buffer, offset);
        }

        @Override
        public void key(ByteBuffer buffer) {
            id = RECORDS.id(buffer);
        }

        @Override
        public void value(byte[] buffer, int offset, int length) {
            boolean known = id >= 0 && id < COUNT;
            wrong |= !known || !Arrays.equals(RECORDS.value(id, 1), Arrays.copyOfRange(buffer, offset, offset + length));
        }

        @Override
        public void value(ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(buffer.position(), bytes);
            value(bytes, 0, bytes.length);
        }
    }
}
