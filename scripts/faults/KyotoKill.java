import java.io.File;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;

/**
 * Kyoto Cabinet 1.2.79 by itself: kills a process that sets and removes single records of a TreeDB with {@code KCOAUTOTRAN}, and
 * counts what does not open.
 * <pre>java -cp target/benchmarks.jar scripts/faults/KyotoKill.java [KILLS [THREADS]]</pre>
 */
public class KyotoKill {
    private static final int WRITER = 2;
    private static final int CREATE = 4;
    private static final int AUTOTRAN = 16;
    private static final int RECORDS = 4_000;

    /** What of the C API is used. */
    public interface Kyoto {
        long kcdbnew();

        int kcdbopen(long db, String path, int mode);

        int kcdbset(long db, byte[] key, long keySize, byte[] value, long valueSize);

        int kcdbremove(long db, byte[] key, long keySize);

        String kcdbemsg(long db);

        int kcdbclose(long db);
    }

    public static void main(String[] args) throws Exception {
        Kyoto kyoto = LibraryLoader.create(Kyoto.class)
                .option(LibraryOption.IgnoreError, true)
                .load("kyotocabinet");
        if (args.length == 3) {
            write(kyoto, args[0], args[1], Integer.parseInt(args[2]));
        }
        int kills = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        String threads = args.length > 1 ? args[1] : "4";
        int broken = 0;
        for (int kill = 0; kill < kills; kill++) {
            Path folder = Files.createTempDirectory("kyoto-kill");
            String file = folder.resolve("records.kct").toString();
            Path begun = folder.resolve("begun");
            Process writer = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "scripts/faults/KyotoKill.java",
                            file,
                            begun.toString(),
                            threads)
                    .redirectError(new File("/dev/null"))
                    .start();
            while (!Files.exists(begun)) {
                Thread.sleep(5);
            }
            Thread.sleep(new Random(kill).nextInt(1_000));
            writer.destroyForcibly().waitFor();
            long db = kyoto.kcdbnew();
            if (kyoto.kcdbopen(db, file + "#rcomp=lex", WRITER) == 0) {
                broken++;
                System.out.println("kill " + kill + ": " + kyoto.kcdbemsg(db));
            } else {
                kyoto.kcdbclose(db);
            }
            for (File each : folder.toFile().listFiles()) {
                each.delete();
            }
            Files.delete(folder);
        }
        System.out.println(broken + " of " + kills + " stores do not open");
    }

    private static void write(Kyoto kyoto, String file, String begun, int threads) throws Exception {
        long db = kyoto.kcdbnew();
        if (kyoto.kcdbopen(db, file + "#rcomp=lex", WRITER | CREATE | AUTOTRAN) == 0) {
            throw new IllegalStateException(kyoto.kcdbemsg(db));
        }
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            new Thread(() -> change(kyoto, db, number, threads)).start();
        }
        Thread.sleep(50);
        new RandomAccessFile(begun, "rw").close();
        Thread.sleep(60_000);
        Runtime.getRuntime().halt(1);
    }

    private static void change(Kyoto kyoto, long db, int thread, int threads) {
        Random random = new Random(thread);
        byte[] value = new byte[100];
        while (true) {
            long id = (long) random.nextInt(RECORDS) * threads + thread;
            byte[] key = ByteBuffer.allocate(8).putLong(id).array();
            if (random.nextInt(10) < 3) {
                kyoto.kcdbremove(db, key, key.length);
            } else if (kyoto.kcdbset(db, key, key.length, value, value.length) == 0) {
                throw new IllegalStateException(kyoto.kcdbemsg(db));
            }
        }
    }
}
