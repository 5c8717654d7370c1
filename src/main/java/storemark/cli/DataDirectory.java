package storemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import storemark.results.RunPlan;
import storemark.text.Sha256;

/** Recognises the {@code --dir} of a run without naming it, as no path of this machine is kept in a run's folder. */
final class DataDirectory {
    /** Among the options of a plan. */
    static final String OPTION = "dir";

    private static final int DIGITS = 16;

    private DataDirectory() {}

    /** The first 16 hexadecimal digits of the SHA-256 of the real path; of a directory that is not there, of what it will be. */
    static String mark(Path directory) throws IOException {
        Path wanted = directory.toAbsolutePath().normalize();
        Path there = wanted;
        while (!Files.exists(there)) {
            there = there.getParent(); // ends at the root
        }
        Path real = there.toRealPath().resolve(there.relativize(wanted));
        return Sha256.of(real.toString(), DIGITS);
    }

    /** The options of a plan but for the mark. */
    static Map<String, String> without(Map<String, String> options) {
        Map<String, String> others = new HashMap<>(options);
        others.remove(OPTION);
        return others;
    }

    /**
     * Refuses to resume in another directory: datasets would be loaded again there, and cells of one run be measured in two places.
     *
     * @param run the run's folder
     */
    static void refuseOther(RunPlan plan, Path directory, Path run) throws IOException {
        if (!mark(directory).equals(plan.options().get(OPTION))) {
            throw Failure.usage(run + " was started with another --dir than " + directory
                    + ": use the --dir that it was started with, or start a new run");
        }
    }
}
