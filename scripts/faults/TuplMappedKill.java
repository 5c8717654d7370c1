import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.DurabilityMode;
import org.cojen.tupl.Index;
import org.cojen.tupl.Transaction;
import org.cojen.tupl.io.MappedPageArray;
import org.cojen.tupl.io.OpenOption;

/**
 * TuplDB 1.3.11 by itself: kills a process that commits to a database on a {@code MappedPageArray}, in four threads, opens what is
 * left, and counts what does not open. Each thread commits one record, and each tenth time 1,000. Without the map ({@code plain}),
 * all open.
 * <pre>java -cp target/benchmarks.jar scripts/faults/TuplMappedKill.java [KILLS [plain]]</pre>
 */
class TuplMappedKill {
    private static final List<String> ACCESS =
            List.of("--add-opens=java.base/java.nio=ALL-UNNAMED", "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
    private static final int THREADS = 4;
    private static final int RECORDS = 1_000;
    private static final int ALL_EACH = 10;
    private static final int PAGE = 4096;
    private static final long PAGES = 500_000;

    public static void main(String[] args) throws Exception {
        if (args.length == 4) {
            write(args[1], args[2].equals("mapped"), args[3]);
        }
        int kills = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        boolean mapped = args.length < 2;
        int broken = 0;
        for (int kill = 0; kill < kills; kill++) {
            Path folder = Files.createTempDirectory("tupl-kill");
            String file = folder.resolve("tupl").toString();
            Path begun = folder.resolve("begun");
            List<String> command = new ArrayList<>(
                    List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            command.addAll(ACCESS);
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), "scripts/faults/TuplMappedKill.java"));
            command.addAll(List.of("write", file, mapped ? "mapped" : "plain", begun.toString()));
            Process writer = new ProcessBuilder(command)
                    .redirectError(new File("/dev/null"))
                    .start();
            while (!Files.exists(begun)) {
                Thread.sleep(5);
            }
            Thread.sleep(new Random(kill).nextInt(1_000));
            writer.destroyForcibly().waitFor();
            FutureTask<Void> check = new FutureTask<>(() -> {
                try (Database database = open(file, mapped)) {
                    database.openIndex("records");
                }
                return null;
            });
            Thread opening = new Thread(check);
            opening.setDaemon(true); // it may wait for ever
            opening.start();
            try {
                check.get(60, TimeUnit.SECONDS);
            } catch (TimeoutException waits) {
                broken++;
                System.out.println("kill " + kill + ": open waits for ever in " + opening.getStackTrace()[6]);
            } catch (ExecutionException failed) {
                broken++;
                System.out.println("kill " + kill + ": " + failed.getCause());
            }
            for (File each : folder.toFile().listFiles()) {
                each.delete();
            }
            Files.deleteIfExists(folder);
        }
        System.out.println(broken + " of " + kills + " stores do not open");
        System.exit(0);
    }

    private static Database open(String file, boolean mapped) throws Exception {
        DatabaseConfig config = new DatabaseConfig()
                .baseFile(new File(file))
                .minCacheSize(32 << 20)
                .maxCacheSize(32 << 20)
                .pageSize(PAGE)
                .durabilityMode(DurabilityMode.NO_SYNC);
        if (mapped) {
            config.dataPageArray(MappedPageArray.open(
                    PAGE, PAGES, new File(file + ".db"), EnumSet.of(OpenOption.CREATE, OpenOption.MAPPED)));
        }
        return Database.open(config);
    }

    private static void write(String file, boolean mapped, String begun) throws Exception {
        Database database = open(file, mapped);
        Index index = database.openIndex("records");
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread * RECORDS;
            new Thread(() -> commit(database, index, first)).start();
        }
        Thread.sleep(100);
        new RandomAccessFile(begun, "rw").close();
        Thread.sleep(60_000);
        Runtime.getRuntime().halt(1);
    }

    private static void commit(Database database, Index index, int first) {
        Random random = new Random(first);
        try {
            for (int number = 1; ; number++) {
                Transaction transaction = database.newTransaction();
                int count = number % ALL_EACH == 0 ? RECORDS : 1;
                for (int each = 0; each < count; each++) {
                    int id = first + (number + each) % RECORDS;
                    index.store(transaction, key(id), new byte[100 + random.nextInt(10_000)]);
                }
                transaction.commit();
            }
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static byte[] key(int id) {
        return java.nio.ByteBuffer.allocate(8).putLong(id).array();
    }
}
