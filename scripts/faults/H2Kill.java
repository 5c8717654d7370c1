import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
import java.util.TreeSet;

/**
 * H2 2.4.240 by itself: kills a process that commits transactions of 1,000 records with WRITE_DELAY=0, in four threads, opens what is
 * left, and counts transactions of which a part is there. Each thread has its own records, and gives all of them one number.
 * <pre>java -cp target/benchmarks.jar scripts/faults/H2Kill.java [KILLS]</pre>
 */
class H2Kill {
    private static final int THREADS = 4;
    private static final int RECORDS = 1_000;
    private static final int MOST_BYTES = 10 << 10;
    private static final String SETTINGS = ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;LOCK_TIMEOUT=60000";

    public static void main(String[] args) throws Exception {
        if (args.length == 2) {
            write(args[0], args[1]);
        }
        int kills = args.length == 1 ? Integer.parseInt(args[0]) : 100;
        int broken = 0;
        for (int kill = 0; kill < kills; kill++) {
            Path folder = Files.createTempDirectory("h2-kill");
            String url = "jdbc:h2:file:" + folder.resolve("records") + SETTINGS;
            Path begun = folder.resolve("begun");
            Process writer = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "scripts/faults/H2Kill.java",
                            url,
                            begun.toString())
                    .redirectError(new File("/dev/null"))
                    .start();
            while (!Files.exists(begun)) {
                Thread.sleep(5);
            }
            Thread.sleep(new Random(kill).nextInt(2_000));
            writer.destroyForcibly().waitFor();
            try (Connection connection = DriverManager.getConnection(url)) {
                for (int thread = 0; thread < THREADS; thread++) {
                    check(connection, kill, thread);
                }
            } catch (SQLException | IllegalStateException fault) {
                broken++;
                System.out.println("kill " + kill + ": " + fault.getMessage());
            }
            for (File each : folder.toFile().listFiles()) {
                each.delete();
            }
            Files.delete(folder);
        }
        System.out.println(broken + " of " + kills + " stores have a part of a transaction, or do not open");
    }

    private static void check(Connection connection, int kill, int thread) throws SQLException {
        TreeSet<Integer> numbers = new TreeSet<>();
        int count = 0;
        try (PreparedStatement scan = connection.prepareStatement("SELECT n FROM records WHERE k >= ? AND k < ?")) {
            scan.setLong(1, (long) thread * RECORDS);
            scan.setLong(2, (long) (thread + 1) * RECORDS);
            ResultSet rows = scan.executeQuery();
            while (rows.next()) {
                numbers.add(rows.getInt(1));
                count++;
            }
        }
        if (numbers.size() > 1 || (count != 0 && count != RECORDS)) {
            throw new IllegalStateException(count + " records of thread " + thread + " are of transactions " + numbers);
        }
    }

    private static void write(String url, String begun) throws Exception {
        Connection own = DriverManager.getConnection(url);
        own.createStatement().execute("CREATE TABLE records(k BIGINT PRIMARY KEY, n INT, v VARBINARY)");
        for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            new Thread(() -> {
                try (Connection connection = DriverManager.getConnection(url)) {
                    change(connection, number);
                } catch (SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            }).start();
        }
        Thread.sleep(50);
        new RandomAccessFile(begun, "rw").close();
        Thread.sleep(60_000);
        Runtime.getRuntime().halt(1);
    }

    private static void change(Connection connection, int thread) throws SQLException {
        connection.setAutoCommit(false);
        Random random = new Random(thread);
        PreparedStatement put = connection.prepareStatement("MERGE INTO records KEY(k) VALUES (?, ?, ?)");
        for (int number = 1; ; number++) {
            for (int record = 0; record < RECORDS; record++) {
                put.setLong(1, (long) thread * RECORDS + record);
                put.setInt(2, number);
                put.setBytes(3, new byte[100 + random.nextInt(MOST_BYTES - 100)]);
                put.executeUpdate();
            }
            connection.commit();
        }
    }
}
