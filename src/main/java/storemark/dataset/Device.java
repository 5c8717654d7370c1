package storemark.dataset;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.Target;
import storemark.machine.BlockDevice;

/**
 * A block device that holds stores, one at a time. It is somebody's data until its owner has given it to a data directory of this
 * harness by typing its size or serial number, and again whenever what is on it may not be that directory's: see {@link #doubt}.
 * It is left alone while anybody uses it, or where it carries a signature that a store of ours has not put there.
 *
 * @param path the device's name, or a link to it
 */
public record Device(Path path) {
    private static final String OPTION = "--erase-device";
    private static final long PATIENCE_NANOS = 3_000_000_000L;
    private static final long PAUSE_NANOS = 100_000_000L;
    private static final List<String> UNITS = List.of("", "k", "m", "g");

    /** A device, its header, and whether its beginning is what it was when its store was closed. */
    private record Look(BlockDevice found, Optional<DeviceHeader> header, boolean asLeft) {}

    /**
     * Looks whether the device may be used, and writes nothing.
     *
     * @param confirmation the size or serial number as the user has typed it, or null; needed where the data may be somebody's
     * @param root the data directory that it is for
     * @return what was found out about the device, its {@link BlockDevice#unchecked} parts among it
     * @throws DatasetException in one line, why not
     */
    public BlockDevice check(String confirmation, Path root) throws DatasetException {
        return examine(confirmation, root).found();
    }

    private Look examine(String confirmation, Path root) throws DatasetException {
        Look look = look();
        BlockDevice found = look.found();
        refuseUsed(look);
        if (confirmation != null && !confirms(confirmation, found)) {
            throw refused(OPTION + "=" + confirmation + " is not the size or serial number of " + path + ", which "
                    + describe(found) + ": nothing was written");
        }
        Optional<String> doubt = doubt(look, root);
        if (confirmation == null && doubt.isPresent()) {
            throw unconfirmed(doubt.get(), found);
        }
        return look;
    }

    private void refuseUsed(Look look) throws DatasetException {
        // A page of a store, an encrypted one above all, can have any two bytes where a signature would be.
        List<String> refusals = look.found().refusals(look.asLeft() ? DeviceHeader.FRONT_BYTES : 0);
        if (!refusals.isEmpty()) {
            throw refused(path + " was not touched: " + String.join("; ", refusals)
                    + ". Name another device, or free this one yourself (wipefs --all erases signatures)");
        }
    }

    /** Why the data on the device may be somebody's, a clause; empty when they are stores of {@code root} for certain. */
    private Optional<String> doubt(Look look, Path root) throws DatasetException {
        if (look.header().isEmpty()) {
            return Optional.of("is not given to this harness");
        }
        try {
            Optional<UUID> owner = Ownership.of(root);
            if (!look.header().get().owner().equals(owner.orElse(null))) {
                return Optional.of("holds a dataset of another folder than " + root);
            }
        } catch (IOException unreadable) {
            throw failed("may belong to another --dir", unreadable);
        }
        return foreign(look);
    }

    /** Why the data on a device with a header may not be ours. */
    private static Optional<String> foreign(Look look) {
        if (look.asLeft() || look.header().orElseThrow().isOpen()) {
            return Optional.empty(); // open: a process that was killed is to find its device again
        }
        return Optional.of(
                look.header().orElseThrow().boot() != null
                        ? "was in use when the machine stopped, so it is not known who has written to it since"
                        : "was written to by another program after this harness");
    }

    /**
     * Gives the device to a data directory: where there is any doubt whose data are on it, both ends of it are overwritten.
     *
     * @param confirmation as for {@link #check}
     */
    public BlockDevice take(String confirmation, Path root) throws DatasetException {
        Look look = examine(confirmation, root);
        if (doubt(look, root).isPresent()) {
            release(begin(look.found(), root));
        }
        return look.found();
    }

    /**
     * Makes room for a new store on a device that {@link #take} was called for: a store that it holds is gone. To be
     * followed by {@link #release} when that is closed.
     *
     * @return the new store's id
     */
    public String prepare(Path root) throws DatasetException {
        return begin(check(null, root), root);
    }

    /** The header first: a store whose first bytes are gone must not be taken for one after a kill. */
    private String begin(BlockDevice found, Path root) throws DatasetException {
        String store = UUID.randomUUID().toString();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            long size = channel.size();
            if (size < 4L * Target.RESERVED_BYTES) {
                throw refused(path + " is too small: it has " + size + " bytes");
            }
            DeviceHeader header = DeviceHeader.begun(store, Ownership.make(root), size);
            if (!found.isStill(path) || size != found.sizeBytes()) {
                throw refused(path + " is another device than a moment ago: nothing was written");
            }
            zero(channel, size - Target.RESERVED_BYTES);
            header.write(channel);
            zero(channel, 0);
            channel.force(true);
            return store;
        } catch (IOException failure) {
            throw failed("cannot be written", failure);
        }
    }

    private static void zero(FileChannel channel, long from) throws IOException {
        Channels.newOutputStream(channel.position(from)).write(new byte[Target.RESERVED_BYTES]);
    }

    /** Whether the device holds the store of this id. */
    boolean holds(String store) throws DatasetException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return DeviceHeader.read(channel)
                    .filter(header -> header.store().equals(store))
                    .isPresent();
        } catch (IOException failure) {
            inspect(); // says more of a name that is none
            throw failed("cannot be read", failure);
        }
    }

    /**
     * Says on the device that its store is about to be opened by an engine, which may write to it. To be followed by {@link
     * #release} when it is closed.
     *
     * @return whether the device holds the store of this id, else nothing is done
     * @throws DatasetException when somebody uses the device or has written to it
     */
    boolean acquire(String store) throws DatasetException {
        Look look = look();
        refuseUsed(look);
        if (look.header().filter(header -> header.store().equals(store)).isEmpty()) {
            return false;
        }
        Optional<String> foreign = foreign(look);
        if (foreign.isPresent()) {
            throw unconfirmed(foreign.get(), look.found());
        }
        rewrite(store, true);
        return true;
    }

    /** Says on the device that its store is closed, and keeps what its beginning is, to know it again. */
    public void release(String store) throws DatasetException {
        rewrite(store, false);
    }

    /** Writes nothing but to a device that it has read the header of this store from. */
    private void rewrite(String store, boolean open) throws DatasetException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            DeviceHeader header = DeviceHeader.read(channel)
                    .filter(there -> there.store().equals(store))
                    .orElseThrow(() -> new IOException("its header was lost while its store was open"));
            (open ? header.opened() : header.closed(channel)).write(channel);
        } catch (IOException failure) {
            throw failed("cannot be written", failure);
        }
    }

    private Look look() throws DatasetException {
        BlockDevice found = inspectPatiently();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            Optional<DeviceHeader> header = DeviceHeader.read(channel);
            return new Look(found, header, header.isPresent() && header.get().isAsLeft(channel));
        } catch (IOException failure) {
            if (!found.refusals(0).isEmpty()) {
                return new Look(found, Optional.empty(), false); // among them is why it cannot be read
            }
            throw failed("cannot be read", failure);
        }
    }

    /** A process that has the device open may be about to close it: udev, or a killed fork that needs a moment to end. */
    private BlockDevice inspectPatiently() throws DatasetException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        BlockDevice found = inspect();
        while (found.isOpenElsewhere() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE_NANOS);
            found = inspect();
        }
        return found;
    }

    private BlockDevice inspect() throws DatasetException {
        try {
            return BlockDevice.inspect(path);
        } catch (IOException told) {
            throw Reason.DEVICE.error(told.getMessage(), told);
        }
    }

    private static boolean confirms(String confirmation, BlockDevice found) {
        String typed = confirmation.toLowerCase(Locale.ROOT);
        boolean serial = found.serial() != null && found.serial().strip().equals(confirmation);
        return serial || typed.equals(size(found)) || typed.equals(String.valueOf(found.sizeBytes()));
    }

    /** The size with the largest unit that divides it: {@code 4g}. */
    static String size(BlockDevice found) {
        int unit = Math.min(UNITS.size() - 1, Long.numberOfTrailingZeros(found.sizeBytes()) / 10);
        return (found.sizeBytes() >> (10 * unit)) + UNITS.get(unit);
    }

    private static String describe(BlockDevice found) {
        return "has " + size(found)
                + (found.serial() == null
                        ? ""
                        : " and the serial number " + found.serial().strip())
                + (found.blank() ? ", and both its ends are blank" : ", and holds data of some kind");
    }

    private DatasetException unconfirmed(String doubt, BlockDevice found) {
        return refused(path + " " + doubt + ": it " + describe(found) + ". If all that is on it may be lost, add "
                + OPTION + "=" + size(found));
    }

    private static DatasetException refused(String why) {
        return Reason.DEVICE.error(why);
    }

    private DatasetException failed(String what, IOException failure) {
        return failure instanceof DatasetException refused
                ? refused
                : Reason.DEVICE.error(path + " " + what + ": " + DatasetException.oneLine(failure), failure);
    }
}
