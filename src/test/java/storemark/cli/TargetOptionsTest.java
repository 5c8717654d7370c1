package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static storemark.parameter.Parameters.ENGINES;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import storemark.suite.Settings;
import storemark.suite.Suites;

/** What the options say of places becomes words of the specifications. */
class TargetOptionsTest {
    private static List<String> placed(String options, String... engines) {
        TargetOptions targets = new TargetOptions();
        CommandLine.populateCommand(targets, options.isEmpty() ? new String[0] : options.split(" "));
        Settings settings = new Settings();
        settings.set(ENGINES, engines.length == 0 ? null : List.of(engines));
        return targets.place(settings).get(ENGINES);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "", delimiter = '|', textBlock = """
            --device /dev/x             | tupl:cipher | tupl:cipher,device
            --direct-io                 | tupl        | tupl:direct
            --direct-io                 | tupl:direct | tupl:direct
            --device /dev/x --direct-io | tupl        | tupl:device,direct
            --device /dev/x             | null        | null
            """)
    void wordsAreAdded(String options, String engine, String expected) {
        assertEquals(List.of(expected), placed(options, engine));
    }

    @Test
    void aSpecificationThatSaysDeviceSpeaksForAll() {
        assertEquals(List.of("tupl", "tupl:device"), placed("--device /dev/x", "tupl", "tupl:device"));
        assertEquals(
                List.of("tupl:direct", "tupl:device,direct"),
                placed("--device /dev/x --direct-io", "tupl", "tupl:device"));
    }

    /** A dataset knows its device by the path: the same from every directory, and in every process of the run. */
    @Test
    void aDeviceHasAnAbsolutePath() {
        TargetOptions targets = new TargetOptions();
        CommandLine.populateCommand(targets, "--device", "shm/../nvme1n1");
        assertEquals(Path.of("nvme1n1").toAbsolutePath(), targets.device());
    }

    @Test
    void withoutOptionsNothingChanges() {
        assertEquals(List.of("lmdb", "tupl:mapped"), placed("", "lmdb", "tupl:mapped"));
        assertEquals(List.of("lmdb", "tupl", "null"), placed(""), "the default");
    }

    @Test
    void groupsOnADeviceAreLeftOutWithoutOne() {
        Settings files = new Settings().set(ENGINES, List.of("tupl", "null"));
        Settings device = new Settings().set(ENGINES, List.of("tupl:device", "lmdb:1.0,device"));
        TargetOptions none = new TargetOptions();
        assertEquals(List.of(files), none.possible(List.of(files, device)));
        assertEquals(List.of(device), none.possible(List.of(device)), "refused later, by name");
        TargetOptions named = new TargetOptions();
        CommandLine.populateCommand(named, "--device", "/dev/x");
        assertEquals(List.of(files, device), named.possible(List.of(files, device)));
    }

    @Test
    void whatIsLeftOutIsCountedAndNamed() throws IOException {
        List<Settings> groups = Suites.read("lmdb-vs-tupldb").groups();
        List<Settings> device = groups.stream()
                .filter(group -> group.get(ENGINES).stream().allMatch(engine -> engine.contains("device")))
                .toList();
        assertEquals(
                "skipped: 20 of 132 cells, because no --device PATH was given: tupl:device; tupl:device,direct;"
                        + " lmdb:1.0,nordahead,device; tupl:device,direct,cipher; tupl:device,direct,checkpointThreads.15;"
                        + " tupl:device,direct,crc,checkpointThreads.15; tupl:device,direct,crc,cipher,checkpointThreads.15",
                TargetOptions.leftOut(groups, device));
    }

    @Test
    void groupsOfOneRunAreLookedAtTogether() {
        TargetOptions targets = new TargetOptions();
        CommandLine.populateCommand(targets, "--device", "/dev/x");
        Settings files = new Settings().set(ENGINES, List.of("tupl"));
        Settings device = new Settings().set(ENGINES, List.of("tupl:device"));
        assertEquals(
                List.of("tupl", "tupl:device"),
                targets.place(List.of(files, device)).stream()
                        .map(group -> group.get(ENGINES).get(0))
                        .toList());
    }
}
