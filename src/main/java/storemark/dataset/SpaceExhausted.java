package storemark.dataset;

import java.io.IOException;
import storemark.machine.FreeSpace;
import storemark.text.Amount;

/** A file system has, or would have, only the reserved share left: no engine may reach the end of the disk. */
final class SpaceExhausted extends IOException {
    private static final long serialVersionUID = 1L;

    SpaceExhausted(FreeSpace left) {
        super("stopped before the disk is full: " + left);
    }

    /** Before it begins. */
    SpaceExhausted(long neededBytes, FreeSpace left) {
        super("it takes " + Amount.ofBytes(neededBytes) + ", and the disk has " + left);
    }
}
