package storemark.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import storemark.dataset.DatasetException.Reason;
import storemark.machine.FreeSpace;
import storemark.results.Json;

/** Copies one dataset's folder to another by {@code cp} of GNU coreutils, which knows reflinks and holes. */
final class FolderCopy {
    private static final int LONGEST_ERROR = 1000;
    private static final int POLL_MILLIS = 250;

    private final Folder origin;
    private final Folder copy;
    private final DatasetSpec spec;

    FolderCopy(Folder origin, Folder copy, DatasetSpec spec) {
        this.origin = origin;
        this.copy = copy;
        this.spec = spec;
    }

    /** Copies while the caller holds the lock of {@code origin}; leaves nothing behind when it fails. */
    void copy(Manifest manifest, Progress.Listener listener) throws DatasetException, InterruptedException {
        refuseUnlessReplaceable();
        try {
            refuseLinks();
        } catch (IOException failure) {
            throw failed(failure);
        }
        try (FolderLock lock = copy.createAndLock()) {
            refuseUnlessReplaceable();
            copy.clear();
            try {
                Marker.copying(spec, origin.path()).write(copy.path(), true);
                copyStore(listener);
                copy.force(); // else its writes come due in the middle of what is measured on it
                Json.write(copy.manifest(), manifest);
            } catch (InterruptedException stop) {
                throw discard(stop);
            } catch (IOException failure) {
                // What waits in a channel or for a child process throws an IOException of its own when interrupted.
                if (Thread.interrupted()) {
                    throw discard(new InterruptedException());
                }
                throw discard(failed(failure));
            } catch (RuntimeException listenerFailed) {
                throw discard(listenerFailed);
            }
        }
    }

    private <E extends Exception> E discard(E failure) {
        try {
            copy.delete();
        } catch (DatasetException left) {
            failure.addSuppressed(left);
        }
        return failure;
    }

    private void refuseUnlessReplaceable() throws DatasetException {
        boolean dataset = copy.state() == Folder.State.COMPLETE || copy.state() == Folder.State.UNFINISHED;
        if (dataset && !copy.isCopy()) {
            throw new DatasetException(
                    Reason.FOREIGN,
                    copy.path() + " holds a dataset that is no copy: choose another place for the copy");
        }
        copy.refuseForeign();
    }

    /** The copy's engine would write through a link to what is elsewhere. */
    private void refuseLinks() throws IOException {
        try (Stream<Path> files = Files.walk(origin.store())) {
            Optional<Path> link = files.filter(Files::isSymbolicLink).findFirst();
            if (link.isPresent()) {
                throw new DatasetException(
                        Reason.FOREIGN, link.get() + " is a symbolic link: a store that holds links is not copied");
            }
        }
    }

    private void copyStore(Progress.Listener listener) throws IOException, InterruptedException {
        long bytes = origin.allocatedBytes();
        ProgressMeter meter = new ProgressMeter(Progress.Phase.COPY, bytes, listener, this::copied, copy.path());
        meter.report(0, 0);
        boolean shares = sharesBlocks();
        if (!shares) {
            refuseUnlessItFits(bytes);
        }
        run(meter, shares ? "--reflink=auto" : "--reflink=never");
        long copied = copied();
        meter.report(copied, copied);
    }

    /** Whether the file system can share blocks of both places: then a copy takes no space before one of them changes. */
    private boolean sharesBlocks() throws IOException, InterruptedException {
        Path probe = Files.createDirectory(copy.store()).resolve("probe");
        Process process = start("--reflink=always", origin.manifest(), probe);
        boolean shares = process.waitFor() == 0;
        Folder.deleteTree(copy.store());
        return shares;
    }

    private void refuseUnlessItFits(long bytes) throws IOException {
        FreeSpace left = FreeSpace.of(copy.path());
        if (bytes > left.spendableBytes()) {
            throw new SpaceExhausted(bytes, left);
        }
    }

    /** Runs cp over the whole store, and ends it before the disk is full. */
    private void run(ProgressMeter meter, String reflink) throws IOException, InterruptedException {
        Process process = start(reflink, origin.store(), copy.store());
        StringBuilder errors = new StringBuilder();
        try (InputStream stream = process.getErrorStream()) {
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                keep(errors, stream.readNBytes(stream.available())); // drained, or cp would wait for us
                long bytes = copied();
                meter.report(bytes, bytes);
                meter.refuseExhausted();
            }
            keep(errors, stream.readAllBytes());
        } finally {
            process.destroy();
            process.onExit().join(); // it must not write into a folder that is being deleted
        }
        if (process.exitValue() != 0) {
            String said = errors.toString().strip();
            throw new IOException(said.isEmpty() ? "cp ended with status " + process.exitValue() : said);
        }
    }

    private long copied() throws IOException {
        return Files.exists(copy.store()) ? copy.allocatedBytes() : 0;
    }

    private static Process start(String reflink, Path from, Path to) throws IOException {
        ProcessBuilder command = new ProcessBuilder(
                "cp",
                "--archive",
                reflink,
                "--sparse=auto",
                "--no-target-directory",
                "--",
                from.toAbsolutePath().toString(),
                to.toAbsolutePath().toString());
        command.environment().put("LC_ALL", "C");
        command.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process process = command.start();
        process.getOutputStream().close();
        return process;
    }

    private static void keep(StringBuilder errors, byte[] more) {
        String text = new String(more, StandardCharsets.UTF_8);
        errors.append(text, 0, Math.min(text.length(), LONGEST_ERROR - Math.min(errors.length(), LONGEST_ERROR)));
    }

    private DatasetException failed(IOException failure) {
        boolean full = failure instanceof SpaceExhausted || DatasetException.noSpace(failure) || copy.full();
        String remedy = full
                ? "free space, choose another --dir, or spare the copy by --in-place"
                : "check who may write there";
        return new DatasetException(
                Reason.FAILED,
                "copy of " + origin.path() + " to " + copy.path() + " failed: " + DatasetException.oneLine(failure)
                        + "; " + remedy,
                failure);
    }
}
