package storemark.machine;

import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/**
 * What is called of the C library, each by the name of its manual page. Public, because jnr-ffi needs it to be. A failed call returns
 * -1. Loaded when it is first called; a system without it throws a {@link LinkageError} then.
 */
public interface CLibrary {
    /** The library. */
    CLibrary LIBRARY = LibraryLoader.create(CLibrary.class).failImmediately().load("c");

    /** open(2), without the mode that only O_CREAT needs. */
    int open(String path, int flags);

    /** close(2). */
    int close(int descriptor);

    /** kill(2). */
    int kill(int process, int signal);

    /** sched_getaffinity(2). */
    int sched_getaffinity(int thread, long bytes, @Out byte[] mask);

    /** sched_setaffinity(2). */
    int sched_setaffinity(int thread, long bytes, @In byte[] mask);

    /** Of the last call of this thread that failed, as errno(3). */
    static int error() {
        return LastError.getLastError(Runtime.getRuntime(LIBRARY));
    }
}
