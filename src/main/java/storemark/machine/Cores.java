package storemark.machine;

import java.util.Arrays;
import java.util.BitSet;

/**
 * On which core a thread begins an increment. The kernel lets a thread stay where it ran last, and on a shared machine cores differ: forks
 * that take turns would each be measured on a core of their own for minutes. So increments go through the cores, the same one for
 * all that are compared. A thread is put there and let go: it is free to move while it is measured. Thread-safe.
 */
public final class Cores {
    /** Of a mask of 1024 cores, which is all that the kernel's own type has room for. */
    private static final int MASK_BYTES = 128;

    private static final int CALLING_THREAD = 0;

    /** Those that this process may use, when it started; empty where that is not known, and then threads stay where they are. */
    private static final int[] ALLOWED = allowed();

    private Cores() {}

    private static int[] allowed() {
        try {
            byte[] mask = new byte[MASK_BYTES];
            boolean known = CLibrary.LIBRARY.sched_getaffinity(CALLING_THREAD, MASK_BYTES, mask) >= 0;
            return known ? BitSet.valueOf(mask).stream().toArray() : new int[0];
        } catch (LinkageError none) {
            return new int[0]; // another system
        }
    }

    /** How many there are to go through; 0 where that is not known. */
    static int count() {
        return ALLOWED.length;
    }

    /** Moves the calling thread to the core of this number, counted around those of this process. */
    public static void moveTo(int number) {
        if (ALLOWED.length > 1) {
            set(ALLOWED[number % ALLOWED.length]);
            set(ALLOWED);
        }
    }

    private static void set(int... cores) {
        BitSet mask = new BitSet(MASK_BYTES * Byte.SIZE);
        for (int core : cores) {
            mask.set(core);
        }
        byte[] bytes = Arrays.copyOf(mask.toByteArray(), MASK_BYTES);
        CLibrary.LIBRARY.sched_setaffinity(CALLING_THREAD, MASK_BYTES, bytes);
    }
}
