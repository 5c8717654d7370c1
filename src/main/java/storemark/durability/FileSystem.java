package storemark.durability;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import storemark.engine.Unavailable;

/** What the stores of a device that is cut are on, made with its defaults. */
public enum FileSystem {
    EXT4("e2fsprogs", "noinit_itable", ",commit=3600"),
    /** Its images all have the identity of the one that was recorded, which a mount refuses by default. */
    XFS("xfsprogs", "nouuid", "");

    /** Inodes for cuts; changing them changes what the number of a cut means. A count of work needs more. */
    private static final String INODES = "-N 40000 -E ";

    /** The file system hashes names by its seed, and spreads folders by that. No commit fills its journal of so many MiB, about as many as mkfs takes. */
    private static final String STEADY_INODES =
            "-N 80000 -J size=%d -E hash_seed=5a0e3a4c-7f0d-4b6e-9c11-1d6f0a5b2c3d,";

    private final String packages;
    private final String options;
    private final String steadyOptions;

    /** @param steadyOptions more of them, with which nothing is written by the clock */
    FileSystem(String packages, String options, String steadyOptions) {
        this.packages = packages;
        this.options = options;
        this.steadyOptions = steadyOptions;
    }

    /** For the command line, people and files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws Unavailable where it cannot be made or mounted */
    void check() throws Unavailable, IOException {
        Shell.require("mkfs." + this, packages);
        if (!Shell.succeeds("grep -qw " + this + " /proc/filesystems || modprobe -q " + this)) {
            throw new Unavailable("the kernel has no " + this + ": load its module, or name another --file-system");
        }
    }

    /**
     * Makes one in the first {@code bytes} of an image of zeros, in which neither journal nor tables of inodes need to be cleared,
     * now or by a thread of the kernel.
     */
    void make(Path image, long bytes, boolean steady) throws IOException {
        String file = Shell.quoted(image);
        Shell.run(
                this == XFS
                        ? "mkfs.xfs -q -f -K -d size=" + bytes + " " + file
                        : "mkfs.ext4 -q -F -b 4096 "
                                + (steady ? STEADY_INODES.formatted((bytes >> 20) * 15 / 32) : INODES)
                                + "lazy_itable_init=1,lazy_journal_init=1,nodiscard " + file + " " + (bytes >> 10)
                                + "k");
    }

    String options(boolean steady) {
        return steady ? options + steadyOptions : options;
    }
}
