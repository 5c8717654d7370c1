import java.io.File;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * Chronicle Map 2026.1 by itself: kills a process that overwrites records, in one thread, and recovers the map. Each put has a
 * number: the record of the one that was cut may have it or the one before, but it must be there.
 * <pre>java -cp target/benchmarks.jar scripts/faults/ChronicleMapKill.java [KILLS]</pre>
 */
class ChronicleMapKill {
    private static final int RECORDS = 1_000;
    private static final int VALUE_BYTES = 10_000;

    public static void main(String[] args) throws Exception {
        if (args.length == 2) {
            write(args[0], args[1]);
        }
        int kills = args.length == 1 ? Integer.parseInt(args[0]) : 50;
        int broken = 0;
        for (int kill = 0; kill < kills; kill++) {
            Path folder = Files.createTempDirectory("chronicle-kill");
            File file = folder.resolve("map").toFile();
            Path acknowledged = folder.resolve("acknowledged");
            List<String> command = new ArrayList<>(
                    List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            command.addAll(java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(flag -> flag.startsWith("--add"))
                    .toList());
            command.addAll(List.of(
                    "-cp",
                    System.getProperty("java.class.path"),
                    "scripts/faults/ChronicleMapKill.java",
                    file.toString(),
                    acknowledged.toString()));
            Process writer = new ProcessBuilder(command).redirectError(new File("/dev/null")).start();
            while (!Files.exists(acknowledged) || Files.size(acknowledged) < 4) {
                Thread.sleep(5);
            }
            Thread.sleep(new Random(kill).nextInt(500));
            writer.destroyForcibly().waitFor();
            int last = new RandomAccessFile(acknowledged.toFile(), "r").readInt();
            try (ChronicleMap<Long, byte[]> map = builder().recoverPersistedTo(file, false)) {
                for (long id = 0; id < RECORDS; id++) {
                    if (map.get(id) == null) {
                        broken++;
                        System.out.println("kill " + kill + ": record " + id + " is gone; put " + (last + 1)
                                + " was overwriting record " + (last + 1) % RECORDS);
                    }
                }
            }
            for (File each : folder.toFile().listFiles()) {
                each.delete();
            }
            Files.delete(folder);
        }
        System.out.println(broken + " records were lost in " + kills + " kills");
    }

    private static ChronicleMapBuilder<Long, byte[]> builder() {
        return ChronicleMapBuilder.of(Long.class, byte[].class)
                .entries(RECORDS)
                .constantValueSizeBySample(new byte[VALUE_BYTES]);
    }

    private static void write(String file, String acknowledged) throws Exception {
        RandomAccessFile out = new RandomAccessFile(acknowledged, "rw");
        ChronicleMap<Long, byte[]> map = builder().createPersistedTo(new File(file));
        for (int number = 0; ; number++) {
            byte[] value = new byte[VALUE_BYTES];
            ByteBuffer.wrap(value).putInt(number);
            map.put((long) number % RECORDS, value);
            if (number >= RECORDS) { // all are there
                out.seek(0);
                out.write(ByteBuffer.allocate(4).putInt(number).array()); // in one piece
            }
        }
    }
}
