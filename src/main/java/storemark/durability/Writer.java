package storemark.durability;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import storemark.durability.Commits.Change;
import storemark.engine.DigestSink;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.Target;
import storemark.engine.Touch;

/**
 * The process that is cut: follows a {@link Script}, acknowledges each commit once it has returned, and closes nothing.
 *
 * @param script to follow
 * @param place where the store is to be
 * @param commits of each thread
 * @param acknowledgements an empty folder for them
 * @param log of the recorded device, or null for none
 */
public record Writer(Script script, Target place, int commits, Path acknowledgements, Path log) {
    /** At each file, between two looks for new ones. */
    private static final int LOOKS = 1000;

    /** Writes to a new store until all is done or the process ends. */
    public void write(Subject subject) throws Exception {
        Store store = subject.engine().open(subject.store(place, script, true));
        if (script.isWork()) {
            Thread looker = new Thread(() -> look(place.directory()), "looks at files");
            looker.setDaemon(true);
            looker.start();
        }
        write(store);
    }

    /** Writes to {@code store}, which stays open. */
    void write(Store store) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(script.threads());
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < script.threads(); thread++) {
            int number = thread;
            running.add(threads.submit(() -> {
                write(store, number);
                return null;
            }));
        }
        threads.shutdown(); // once they are done
        for (Future<?> each : running) {
            each.get();
        }
    }

    private void write(Store store, int thread) throws Exception {
        Commits todo = script.commits(thread);
        try (WriteLog.Position position = new WriteLog.Position(log);
                Acknowledgements.Out done = new Acknowledgements.Out(acknowledgements, thread)) {
            Session session = store.session(); // never closed, as the store is not
            for (int each = 0; each < commits; each++) {
                List<Change> changes = todo.next();
                if (script.isWork()) {
                    pause(Script.size(each), place.directory());
                    done.add(position.now());
                }
                boolean batch = changes.size() > 1;
                if (batch) {
                    session.begin(true);
                }
                for (Change change : changes) {
                    apply(session, change);
                }
                if (batch) {
                    session.commit();
                }
                done.add(position.now());
            }
        }
    }

    /**
     * Larger commits begin with an empty journal, because ext4 would otherwise empty it during any one of them. The first commit after that
     * writes the journal's begin, so it is not one that is counted.
     */
    private static void pause(Script.Size next, Path directory) throws IOException, InterruptedException {
        Thread.sleep(next.pauseMillis());
        if (next.records() > 1) {
            String folder = Shell.quoted(directory);
            String mark = Shell.quoted(directory.resolveSibling("journal"));
            Shell.run("fsfreeze -f " + folder + " && fsfreeze -u " + folder + " && touch " + mark + " && sync " + mark);
        }
    }

    /**
     * A kernel of 6.13 or later updates a file's time in steps finer than 4 ms if that time was read since the file was last
     * written. So each write of a library has a time of its own, as on a device that takes longer than 4 ms to confirm one.
     */
    private static void look(Path directory) {
        while (true) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                List<Path> all = new ArrayList<>();
                files.forEach(all::add);
                for (int round = 0; round < LOOKS; round++) {
                    for (Path file : all) {
                        Files.getLastModifiedTime(file);
                    }
                }
            } catch (IOException | DirectoryIteratorException vanished) {
                Thread.onSpinWait(); // a file that is gone is not written to
            }
        }
    }

    static void apply(Session session, Change change) throws Exception {
        if (change.revision() > 0) {
            session.put(change.id(), change.revision());
        } else {
            if (!session.get(change.id(), new DigestSink(Touch.NONE, 0))) {
                throw new IOException("record " + change.id() + " was committed, and is not there to be removed");
            }
            session.delete(change.id());
        }
    }
}
