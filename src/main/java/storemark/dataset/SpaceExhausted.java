package storemark.dataset;

import java.io.IOException;
import storemark.machine.FreeSpace;
import storemark.text.Amount;

/** A file system has only the share left that stays unused, or would have, so that no engine meets its end. */
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
