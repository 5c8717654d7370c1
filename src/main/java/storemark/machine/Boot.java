package storemark.machine;

import java.util.Optional;

/** Which start of the machine this is: what was written without being forced to a device is gone after the next one. */
public final class Boot {
    private static final String FILE = "/proc/sys/kernel/random/boot_id";

    private Boot() {}

    /** A name that no other start of any machine has; empty where the kernel gives none. */
    public static Optional<String> id() {
        return Optional.ofNullable(SystemFiles.LIVE.read(FILE)).filter(text -> !text.isEmpty());
    }
}
