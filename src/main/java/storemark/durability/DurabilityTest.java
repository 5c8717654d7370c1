package storemark.durability;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import storemark.engine.Durability;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.results.Outcome;
import storemark.results.Outcome.DeviceWork;
import storemark.results.Outcome.State;
import storemark.run.Console;
import storemark.run.EngineVersions;

/**
 * Cuts the stores of engines and counts what survives. Used by one thread.
 *
 * @param work where stores and images are while they are needed
 * @param seed of all that is drawn
 * @param first number of a cut, at least 0
 * @param end number behind the last one
 * @param limit for opening and reading one store
 * @param quick whether recordings are short, so that cuts have other places than in long ones
 * @param fileSystem of devices that are cut
 * @param console gets progress, and why device work could not be counted
 */
public record DurabilityTest(
        WorkFolder work,
        long seed,
        int first,
        int end,
        Duration limit,
        boolean quick,
        FileSystem fileSystem,
        Console console) {
    /**
     * Cuts one engine at one level.
     *
     * @param power whether the device is cut, and not only the process: as its promise needs, but for controls
     * @param versions has that of its library, or why that is not here
     */
    public Outcome test(Subject subject, boolean power, EngineVersions versions)
            throws IOException, InterruptedException {
        Set<String> profiles = subject.spec().profiles(subject.engine().traits());
        Outcome.Builder outcome = new Outcome.Builder(
                subject.spec().toString(),
                versions.find(subject.engine(), profiles).version(),
                subject.durability().label(),
                power ? fileSystem.toString() : null);
        Layout layout = new Layout(fileSystem, subject.spec().onDevice());
        try {
            versions.of(subject.engine(), profiles); // throws where the library is not here
            subject.engine().check(subject.imagined(new Script(seed, 0)));
            if (power) {
                RecordedDevice.check(layout);
            } else if (subject.spec().onDevice()) {
                Loop.check();
            }
        } catch (Unsupported refused) {
            return outcome.build(State.NOT_SUPPORTED, refused.getMessage(), List.of());
        } catch (Unavailable missing) {
            return outcome.build(missing.getMessage(), List.of());
        }
        Path temporary = work.folder("test");
        Children children = new Children(work, subject);
        List<DeviceWork> cost = List.of();
        String failure = null;
        Runnable progress = () -> console.status(subject + ": " + outcome.soFar());
        try (Checks checks = new Checks(children, temporary, limit)) {
            if (power) {
                PowerCuts cuts = new PowerCuts(work, subject, layout, children, seed, quick);
                cuts.run(first, end, checks, outcome, progress);
                cost = counts(subject) ? deviceWork(cuts) : cost;
            } else {
                new Kills(work, subject, children, seed).run(first, end, checks, outcome, progress);
            }
        } catch (IOException failed) {
            failure = failed.getMessage();
        }
        work.awaitEndOfProcess();
        return outcome.build(failure, cost);
    }

    /** Empty where it could not be counted; the outcomes of the cuts stay valid. */
    private List<DeviceWork> deviceWork(PowerCuts cuts) throws InterruptedException {
        try {
            return cuts.countWork();
        } catch (IOException failed) {
            work.awaitEndOfProcess();
            console.line("device work could not be counted: " + failed.getMessage());
            return List.of();
        }
    }

    /** Once, with cut 0; and on ext4 only, whose allocation and commit interval can be fixed. */
    private boolean counts(Subject subject) {
        return subject.durability() == Durability.POWER && first == 0 && fileSystem == FileSystem.EXT4;
    }
}
