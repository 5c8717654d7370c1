package storemark.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A Slurm of this test alone: two nodes on this machine, with ports, keys and folders of its own, and no systemd. */
final class Slurm implements AutoCloseable {
    private static final List<String> PROGRAMS =
            List.of("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue");
    private static final int KEY_BYTES = 1024;

    private final Path here;
    private final Path configuration;
    private final List<Process> daemons = new ArrayList<>();

    /** What a command printed to both streams. */
    record Said(int exitCode, String text) {}

    private Slurm(Path here) {
        this.here = here;
        configuration = here.resolve("slurm.conf");
    }

    /** Starts it; where that cannot be, the test is skipped. */
    static Slurm start(Path here) throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: only root can start the daemons of Slurm");
        for (String program : PROGRAMS) {
            Assumptions.assumeTrue(
                    Files.exists(Path.of("/usr/sbin", program)) || Files.exists(Path.of("/usr/bin", program)),
                    "skipped: " + program + " is not installed (scripts/install-native-engines.sh --with-test-tools)");
        }
        Slurm slurm = new Slurm(Files.createDirectories(here));
        try {
            slurm.startDaemons();
        } catch (IOException | InterruptedException | RuntimeException | AssertionError failed) {
            slurm.close();
            throw failed;
        }
        return slurm;
    }

    private void startDaemons() throws Exception {
        Path munge = Files.createDirectory(here.resolve("munge"));
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Files.write(munge.resolve("key"), key);
        Files.setPosixFilePermissions(munge.resolve("key"), PosixFilePermissions.fromString("r--------"));
        Files.setPosixFilePermissions(munge, PosixFilePermissions.fromString("rwx--x--x"));
        // Munge wants each folder above its socket open to all.
        for (Path above = munge; above.startsWith("/tmp") && above.getNameCount() > 1; above = above.getParent()) {
            Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwx--x--x"));
        }
        for (String folder : List.of("state", "n1", "n2")) {
            Files.createDirectory(here.resolve(folder));
        }
        Files.writeString(configuration, configuration());
        daemon(
                "/usr/sbin/munged",
                "--foreground",
                "--key-file=" + munge.resolve("key"),
                "--socket=" + munge.resolve("socket"),
                "--pid-file=" + munge.resolve("pid"),
                "--log-file=" + munge.resolve("log"),
                "--seed-file=" + munge.resolve("seed"));
        Jar.await("munged", () -> Files.exists(munge.resolve("socket")));
        daemon("/usr/sbin/slurmctld", "-c", "-D");
        daemon("/usr/sbin/slurmd", "-D", "-N", "n1");
        daemon("/usr/sbin/slurmd", "-D", "-N", "n2");
        Jar.await(
                "two idle nodes",
                () -> run("sinfo", "-h", "-o", "%t %D").text().strip().equals("idle 2"));
    }

    private String configuration() throws Exception {
        String host = new String(
                        new ProcessBuilder("hostname", "-s")
                                .start()
                                .getInputStream()
                                .readAllBytes(),
                        StandardCharsets.UTF_8)
                .strip();
        return """
                ClusterName=test
                SlurmctldHost=HOST(127.0.0.1)
                SlurmctldPort=PORT1
                SlurmUser=root
                AuthType=auth/munge
                AuthInfo=socket=HERE/munge/socket
                SlurmctldPidFile=HERE/slurmctld.pid
                SlurmdPidFile=HERE/%n.pid
                StateSaveLocation=HERE/state
                SlurmdSpoolDir=HERE/%n
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                SelectType=select/cons_tres
                MpiDefault=none
                ReturnToService=2
                JobRequeue=1
                NodeName=n1 NodeHostname=HOST NodeAddr=127.0.0.1 Port=PORT2 CPUs=1 RealMemory=1000
                NodeName=n2 NodeHostname=HOST NodeAddr=127.0.0.1 Port=PORT3 CPUs=1 RealMemory=1000
                PartitionName=bench Nodes=ALL Default=YES OverSubscribe=EXCLUSIVE
                """.replace("HOST", host)
                .replace("HERE", here.toString())
                .replace("PORT1", freePort())
                .replace("PORT2", freePort())
                .replace("PORT3", freePort());
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return String.valueOf(socket.getLocalPort());
        }
    }

    private ProcessBuilder builder(String... command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SLURM_CONF", configuration.toString());
        return builder;
    }

    private void daemon(String... command) throws IOException {
        String name = Path.of(command[0]).getFileName() + "-" + daemons.size() + ".txt";
        daemons.add(builder(command).redirectOutput(here.resolve(name).toFile()).start());
    }

    /** Runs a command of Slurm, or one that uses it, and waits for its end. */
    Said run(String... command) {
        try {
            Process process = builder(command).start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(process.waitFor(), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Ends the jobs and the daemons, which are children of this process. */
    @Override
    public void close() throws InterruptedException {
        if (daemons.size() > 1) {
            run("scancel", "--user=root");
            run("scontrol", "shutdown");
        }
        for (int at = daemons.size() - 1; at >= 0; at--) {
            Process daemon = daemons.get(at);
            daemon.destroy();
            if (!daemon.waitFor(5, TimeUnit.SECONDS)) {
                daemon.destroyForcibly().waitFor();
            }
        }
    }
}
