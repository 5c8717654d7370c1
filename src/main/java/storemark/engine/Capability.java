package storemark.engine;

import java.util.Locale;

/** What an engine may be able to do. {@link Traits} says of each how an engine does it, or why not. */
public enum Capability {
    SCAN,
    REVERSE_SCAN,
    TRANSACTIONS,
    CONCURRENT_WRITES,
    BLOCK_DEVICE,
    DIRECT_IO_FILE,
    DIRECT_IO_DEVICE,
    MMAP,
    CHECKSUMS,
    ENCRYPTION,
    COMPRESSION;

    /** The displayed name: {@code reverse scan}, {@code direct io file}, ... */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
