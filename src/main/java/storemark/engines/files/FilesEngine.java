package storemark.engines.files;

import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;

/** A file a record, in folders of some depth. See docs/engines/files.md. */
abstract class FilesEngine implements Engine {
    static final String UNORDERED = "a folder lists its files in no order, sorting them means to read it whole";

    private static final int BLOCK = 4096;

    private static final Traits TRAITS = Traits.of("GPL-2.0-only WITH Classpath-exception-2.0")
            .keeps(Durability.NONE, "files are overwritten in place: a killed process may leave a torn one")
            .keeps(Durability.PROCESS, "a new file replaces the old one by renaming it")
            .keeps(Durability.POWER, "that, and file and folder are synchronised")
            .cannot(Capability.SCAN, UNORDERED)
            .cannot(Capability.REVERSE_SCAN, UNORDERED)
            .cannot(Capability.TRANSACTIONS, "each put takes effect at once, a batch is not atomic")
            .can(Capability.CONCURRENT_WRITES, "by the file system's locks on folders")
            .cannot(Capability.BLOCK_DEVICE, "needs a file system")
            .cannot(Capability.DIRECT_IO_FILE, "files of less than a block")
            .cannot(Capability.DIRECT_IO_DEVICE, "needs a file system")
            .cannot(Capability.MMAP, "mapping a file costs more than to read it")
            .cannot(Capability.CHECKSUMS, "as the file system has them")
            .cannot(Capability.ENCRYPTION, "as the file system has it")
            .cannot(Capability.COMPRESSION, "as the file system has it")
            .build();

    private final String name;
    private final int depth;

    /**
     * @param depth how many levels of folders lie above the files
     */
    FilesEngine(String name, int depth) {
        this.name = name;
        this.depth = depth;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String version() {
        return "files of " + System.getProperty("os.name") + " " + System.getProperty("os.version") + ", Java "
                + Runtime.version();
    }

    @Override
    public final Traits traits() {
        return TRAITS;
    }

    /** Each file takes whole blocks, and its name some bytes in a folder; inodes mostly have their place set aside. */
    @Override
    public final long diskBytes(StoreSpec spec) {
        long blocks = (long) Math.ceil(Math.max(1, spec.records().meanValueBytes()) / BLOCK);
        return spec.entries() * (blocks * BLOCK + 128) + (64L << 20);
    }

    @Override
    public final Store open(StoreSpec spec) throws Exception {
        return new FilesStore(spec, depth);
    }
}
