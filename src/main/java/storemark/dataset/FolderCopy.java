package storemark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import storemark.dataset.DatasetException.Reason;
import storemark.machine.FreeSpace;
import storemark.machine.StoreFiles;
import storemark.machine.Tool;
import storemark.results.Json;

/** Copies one dataset's folder to another by {@code cp} of GNU coreutils, which knows reflinks and holes. */
record FolderCopy(Folder origin, Folder copy, DatasetSpec spec) {
    /**
     * Copies while the caller holds the lock of {@code origin}, and keeps the copy: see {@link FolderLock#keep}. Leaves nothing
     * behind when it fails.
     */
    void copy(Manifest manifest, Progress.Listener listener) throws DatasetException, InterruptedException {
        refuseUnlessReplaceable();
        try (FolderLock lock = copy.createAndLock()) {
            refuseUnlessReplaceable();
            FolderLock.keep(copy.path()); // before it can be known as a copy, and swept
            copy.clear();
            try {
                refuseLinks();
                Marker.copying(spec, origin.path()).write(copy.path(), true);
                copyStore(listener);
                // Else its writes come due in the middle of what is measured on it.
                StoreFiles.forceTogether(copy.store());
                Json.write(copy.manifest(), manifest);
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
            throw Reason.FOREIGN.error(
                    copy.path() + " holds a dataset that is no copy: choose another place for the copy");
        }
        copy.refuseForeign();
    }

    /** The copy's engine would write through a link to what is elsewhere. */
    private void refuseLinks() throws IOException {
        try (Stream<Path> files = Files.walk(origin.store())) {
            Optional<Path> link = files.filter(Files::isSymbolicLink).findFirst();
            if (link.isPresent()) {
                throw Reason.FOREIGN.error(link.get() + " is a symbolic link: a store that holds links is not copied");
            }
        }
    }

    /** Runs cp over the whole store, and ends it before the disk is full. */
    private void copyStore(Progress.Listener listener) throws IOException {
        long bytes = origin.allocatedBytes();
        ProgressMeter meter = new ProgressMeter(Progress.Phase.COPY, bytes, listener, this::copied, copy.path());
        meter.report(0, 0);
        boolean shares = sharesBlocks();
        FreeSpace left = FreeSpace.of(copy.path());
        if (!shares && bytes > left.spendableBytes()) {
            throw new SpaceExhausted(bytes, left);
        }
        Tool.Result done = run(shares ? "--reflink=auto" : "--reflink=never", origin.store(), copy.store(), () -> {
            long copied = copied();
            meter.report(copied, copied);
            meter.refuseExhausted();
        });
        if (done.exitCode() != 0) {
            throw new IOException(done.complaint());
        }
        long copied = copied();
        meter.report(copied, copied);
    }

    /** Whether the file system can share blocks of both places: then a copy takes no space before one of them changes. */
    private boolean sharesBlocks() throws IOException {
        Path probe = Files.createDirectory(copy.store()).resolve("probe");
        boolean shares =
                run("--reflink=always", origin.manifest(), probe, () -> {}).exitCode() == 0;
        StoreFiles.deleteTree(copy.store());
        return shares;
    }

    private static Tool.Result run(String reflink, Path from, Path to, Tool.Watch watch) throws IOException {
        String source = from.toAbsolutePath().toString();
        String target = to.toAbsolutePath().toString();
        return Tool.run(
                "coreutils",
                List.of("cp", "--archive", reflink, "--sparse=auto", "--no-target-directory", "--", source, target),
                watch);
    }

    private long copied() throws IOException {
        return Files.exists(copy.store()) ? copy.allocatedBytes() : 0;
    }

    private DatasetException failed(IOException failure) {
        if (failure instanceof DatasetException plain) {
            return plain;
        }
        boolean full = failure instanceof SpaceExhausted || DatasetException.noSpace(failure) || copy.full();
        String remedy = full
                ? "free space, choose another --dir, or use --in-place, which needs no copy"
                : "check who may write there";
        return Reason.FAILED.error(
                "copy of " + origin.path() + " to " + copy.path() + " failed: " + DatasetException.oneLine(failure)
                        + "; " + remedy,
                failure);
    }
}
