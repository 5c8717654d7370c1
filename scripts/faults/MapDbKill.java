import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ConcurrentMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/**
 * MapDB 3.1.0 by itself: kills a process that commits, in one thread, opens what is left, and reads it. Each commit writes its number
 * to one record, each 20th to all.
 * <pre>java -cp target/benchmarks.jar scripts/faults/MapDbKill.java [KILLS]</pre>
 */
class MapDbKill {
    private static final int RECORDS = 1_000;
    private static final int ALL_EACH = 20;

    public static void main(String[] args) throws Exception {
        if (args.length == 2) {
            write(args[0], args[1]);
        }
        int kills = args.length == 1 ? Integer.parseInt(args[0]) : 50;
        int broken = 0;
        for (int kill = 0; kill < kills; kill++) {
            Path folder = Files.createTempDirectory("mapdb-kill");
            String file = folder.resolve("db").toString();
            Path acknowledged = folder.resolve("acknowledged");
            Process writer = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "scripts/faults/MapDbKill.java",
                            file,
                            acknowledged.toString())
                    .redirectError(new File("/dev/null"))
                    .start();
            while (!Files.exists(acknowledged) || Files.size(acknowledged) < 4) {
                Thread.sleep(5);
            }
            Thread.sleep(new Random(kill).nextInt(1_000));
            writer.destroyForcibly().waitFor();
            int last = new RandomAccessFile(acknowledged.toFile(), "r").readInt();
            try (DB db = DBMaker.fileDB(file).transactionEnable().make()) {
                ConcurrentMap<Long, byte[]> map = map(db);
                for (long id = 0; id < RECORDS; id++) {
                    int all = last - last % ALL_EACH;
                    if (all > 0 && number(map.get(id)) < all) {
                        throw new IllegalStateException("record " + id + " is older than commit " + all);
                    }
                }
            } catch (Throwable fault) {
                broken++;
                System.out.println("kill " + kill + ", " + last + " commits: " + fault);
            }
            for (File each : folder.toFile().listFiles()) {
                each.delete();
            }
            Files.delete(folder);
        }
        System.out.println(broken + " of " + kills + " stores are broken");
    }

    private static ConcurrentMap<Long, byte[]> map(DB db) {
        return db.treeMap("map").keySerializer(Serializer.LONG).valueSerializer(Serializer.BYTE_ARRAY).createOrOpen();
    }

    private static int number(byte[] value) {
        return java.nio.ByteBuffer.wrap(value).getInt();
    }

    private static void write(String file, String acknowledged) throws Exception {
        RandomAccessFile out = new RandomAccessFile(acknowledged, "rw");
        DB db = DBMaker.fileDB(file).transactionEnable().make();
        ConcurrentMap<Long, byte[]> map = map(db);
        for (int number = 1; ; number++) {
            boolean all = number % ALL_EACH == 0;
            for (long id = all ? 0 : number % RECORDS; id <= (all ? RECORDS - 1 : number % RECORDS); id++) {
                map.put(id, java.nio.ByteBuffer.allocate(100).putInt(number).array());
            }
            db.commit();
            out.seek(0);
            out.write(java.nio.ByteBuffer.allocate(4).putInt(number).array()); // in one piece
        }
    }
}
