package storemark.it;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The jar in a folder of its own, and what its run with {@code --results results} leaves there. */
abstract class WithJar {
    @TempDir
    Path here;

    Jar jar;
    RunResults results;

    @BeforeEach
    void newFolder() throws IOException {
        jar = new Jar(here);
        results = new RunResults(here.resolve("results"));
    }
}
