package storemark.dataset;

import java.io.IOException;
import java.util.Locale;
import storemark.machine.FreeSpace;

/** A file system has come, or would come, to the share that is to stay unused, so that no engine meets its end. */
final class SpaceExhausted extends IOException {
    private static final long serialVersionUID = 1L;

    SpaceExhausted(FreeSpace left) {
        super("stopped before the disk is full: " + left);
    }

    /** Before it begins. */
    SpaceExhausted(long neededBytes, FreeSpace left) {
        super(String.format(Locale.ROOT, "it takes %,d MiB, and the disk has %s", (neededBytes >> 20) + 1, left));
    }
}
