package storemark.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import storemark.suite.Suites;

/** {@code suites}: what there is to run. */
@Command(name = "suites", description = "Lists the suites, or shows one as a file to start your own from.")
final class SuitesCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "the suite to show")
    private String name;

    @Override
    public Integer call() throws IOException {
        if (name != null) {
            Suites.read(name); // tells of a name that is none
            System.out.print(Suites.text(name));
            return 0;
        }
        for (String suite : Suites.NAMES) {
            System.out.printf("%-12s %s%n", suite, Suites.read(suite).about());
        }
        System.out.println("run NAME, or run FILE.yaml; suites NAME shows one to start from");
        return 0;
    }
}
