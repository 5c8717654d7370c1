package storemark.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import storemark.suite.Suites;

/** {@code suites}: what there is to run. */
@Command(name = "suites", description = "Lists the suites, or shows one as a file to start your own from.")
final class SuitesCommand implements Callable<Integer> {
    @Parameters(arity = "0..2", paramLabel = "show NAME", description = "the suite to show")
    private List<String> said = List.of();

    @Override
    public Integer call() throws IOException {
        if (said.isEmpty()) {
            for (String suite : Suites.NAMES) {
                System.out.printf("%-28s %s%n", suite, Suites.read(suite).about());
            }
            System.out.println("run NAME, or run FILE.yaml; suites show NAME prints one to start from");
            return 0;
        }
        if (said.size() > 2 || said.get(0).equals("show") != (said.size() == 2)) {
            throw Failure.usage("suites " + String.join(" ", said) + ": write suites, or suites show NAME");
        }
        System.out.print(Suites.text(said.get(said.size() - 1)));
        return 0;
    }
}
