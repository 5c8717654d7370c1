package storemark.machine;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the kernel whether a block device is held. What mounts it, swaps to it, or builds RAID or a volume on it has opened
 * it with O_EXCL, or a partition of it, and a second such open fails with EBUSY (open(2)); also when it is in a place where it
 * cannot be seen, such as a mount namespace without a process. Java's own files can ask for O_EXCL only together with O_CREAT,
 * so this calls the C library. What is opened is closed at once, is not written to, and is not waited for.
 */
final class ExclusiveOpen {
    /** Of Linux on these processors; others have other numbers. */
    private static final Set<String> PROCESSORS = Set.of("amd64", "x86_64", "aarch64", "riscv64", "ppc64le", "s390x");

    private static final int O_RDONLY = 0;
    private static final int O_EXCL = 0200;
    private static final int O_NONBLOCK = 04000;
    private static final int O_CLOEXEC = 02000000;
    private static final int EBUSY = 16;

    private ExclusiveOpen() {}

    /**
     * Whether somebody holds {@code device}; a free one may still be open. Empty where it cannot be asked: another system, no right to open
     * the device, or the C library cannot be called.
     */
    static Optional<Boolean> isHeld(Path device) {
        boolean known = System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux")
                && PROCESSORS.contains(System.getProperty("os.arch"));
        if (!known) {
            return Optional.empty();
        }
        try {
            String name = device.toAbsolutePath().toString();
            int descriptor = CLibrary.LIBRARY.open(name, O_RDONLY | O_EXCL | O_NONBLOCK | O_CLOEXEC);
            if (descriptor >= 0) {
                CLibrary.LIBRARY.close(descriptor);
                return Optional.of(false);
            }
            return CLibrary.error() == EBUSY ? Optional.of(true) : Optional.empty();
        } catch (LinkageError none) {
            return Optional.empty();
        }
    }
}
