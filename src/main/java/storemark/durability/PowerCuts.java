package storemark.durability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import storemark.engine.Target;
import storemark.results.Outcome;
import storemark.results.Outcome.DeviceWork;

/**
 * Cuts at {@code power}: a writer on a {@link RecordedDevice}, and images of that device as a power cut may have left it at any
 * place. One recording gives many cuts.
 *
 * @param quick whether to make short recordings, and count the work of single commits only
 */
record PowerCuts(WorkFolder work, Subject subject, Layout layout, Children children, long seed, boolean quick) {
    /** Cuts of one recording. Part of what a number means: with another, a cut is another. */
    private static final int ROUND = 24;

    private static final List<Cut.Kind> KINDS = List.of(Cut.Kind.values());
    private static final int COMMITS = 400;
    private static final int QUICK_COMMITS = 60;
    private static final int WRITER_MINUTES = 5;
    /** How many places are tried for one where a cut has something to lose. */
    private static final int PLACES = 200;

    /** A device's log, what was acknowledged meanwhile, and the image that it started from. */
    private record Recording(WriteLog log, Acknowledgements acknowledged, Path base) {}

    /** Makes cuts number {@code first} to {@code end}, the last excluded, and adds what was found. */
    void run(int first, int end, Checks checks, Outcome.Builder outcome, Runnable progress)
            throws IOException, InterruptedException {
        for (int number = first; number < end; ) {
            int round = number / ROUND;
            int next = Math.min(end, (round + 1) * ROUND);
            Path folder = work.folder("round");
            try {
                Script script = new Script(seed, round);
                Recording recording = record(
                        script,
                        (quick ? QUICK_COMMITS : COMMITS) / script.threads(),
                        folder,
                        RecordedDevice.start(folder, layout, false));
                int applied = 0; // entries of the log, to the base image
                for (Cut cut : cuts(recording, number, next)) {
                    int confirmed = recording.log().confirmed(cut.position());
                    Cut.apply(recording.log(), applied, confirmed, recording.base());
                    applied = confirmed;
                    Path image = image(cut, confirmed, recording, folder);
                    int[] acknowledged = recording.acknowledged().at(cut.position());
                    Findings found = check(image, folder, script, acknowledged, checks);
                    outcome.add(
                            cut.number(),
                            cut.kind().label(),
                            Arrays.stream(acknowledged).sum(),
                            found.counts(),
                            found.first());
                    Files.delete(image);
                    progress.run();
                }
            } finally {
                checks.stop(); // an image that is still mounted is in use
                WorkFolder.release(folder);
            }
            number = next;
        }
    }

    private Recording record(Script script, int commits, Path folder, RecordedDevice device)
            throws IOException, InterruptedException {
        Path store = Files.createDirectory(device.mounted().point().resolve("store"));
        Shell.run("sync -f " + Shell.quoted(store));
        Path acknowledgements = Files.createDirectory(folder.resolve("acknowledgements"));
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Target place = subject.target(store, device.mounted().device());
        Process writer = children.writer(new Writer(script, place, commits, acknowledgements, device.log()), temporary);
        boolean ended = writer.waitFor(WRITER_MINUTES, TimeUnit.MINUTES);
        writer.destroyForcibly().waitFor();
        device.stop();
        if (!ended || writer.exitValue() != 0) {
            String what =
                    ended ? "failed: " + Children.complaint(temporary) : "was not done in " + WRITER_MINUTES + " min";
            throw new IOException("the writer of round " + script.round() + " " + what);
        }
        Acknowledgements acknowledged = Acknowledgements.read(acknowledgements, script);
        return new Recording(WriteLog.read(device.log(), acknowledged.last()), acknowledged, device.base());
    }

    /** In the order of their places, so that one image can be rolled forward. */
    private List<Cut> cuts(Recording recording, int first, int end) {
        List<Cut> cuts = new ArrayList<>();
        int from = (int) recording.acknowledged().first();
        int to = recording.log().entries().size() + 1;
        for (int number = first; number < end; number++) {
            Cut.Kind kind = KINDS.get(number % KINDS.size());
            SplittableRandom random = new SplittableRandom(seed + number);
            cuts.add(new Cut(number, kind, position(recording.log(), kind, from, Math.max(from + 1, to), random)));
        }
        cuts.sort(Comparator.comparingInt(Cut::position));
        return cuts;
    }

    /** Behind as many unconfirmed writes as the kind needs to lose, reorder or tear some, as far as there are such places. */
    static int position(WriteLog log, Cut.Kind kind, int from, int end, SplittableRandom random) {
        int needed = kind == Cut.Kind.ALL ? 0 : kind == Cut.Kind.HALF ? 2 : 1;
        int position = random.nextInt(from, end);
        for (int attempt = 0; attempt < PLACES && position - log.confirmed(position) < needed; attempt++) {
            position = random.nextInt(from, end);
        }
        return position;
    }

    /** What {@code cut} leaves: the base image, which has all that was confirmed, and what was kept of the rest. */
    private Path image(Cut cut, int confirmed, Recording recording, Path folder) throws IOException {
        Path image = folder.resolve("cut.img");
        Shell.run("cp --sparse=auto " + Shell.quoted(recording.base()) + " " + Shell.quoted(image));
        cut.applyRest(recording.log(), confirmed, image, seed);
        return image;
    }

    private Findings check(Path image, Path folder, Script script, int[] acknowledged, Checks checks)
            throws IOException, InterruptedException {
        Layout.Mounted mounted = layout.mount(image, folder.resolve("mount"), false);
        Target place = subject.target(mounted.point().resolve("store"), mounted.device());
        Findings found = checks.check(place, script, acknowledged);
        if (!mounted.release()) {
            checks.stop(); // a store may have left files open
            if (!mounted.release()) {
                throw new IOException(mounted.point() + " cannot be unmounted: a process uses it");
            }
        }
        return found;
    }

    /** Counts what commits cost the device. */
    List<DeviceWork> countWork() throws IOException, InterruptedException {
        Script script = new Script(seed, Script.WORK);
        Path folder = work.folder("work");
        try {
            List<Script.Size> sizes = quick ? Script.QUICK_SIZES : Script.SIZES;
            int commits = sizes.stream().mapToInt(Script.Size::commits).sum();
            Recording recording = record(script, commits, folder, RecordedDevice.start(folder, layout, true));
            return CommitWork.of(
                    sizes, recording.log(), recording.acknowledged().ofFirstThread());
        } finally {
            WorkFolder.release(folder);
        }
    }
}
