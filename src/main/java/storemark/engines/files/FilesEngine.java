package storemark.engines.files;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.nio.file.Path;
import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engines.DirectoryLock;
import storemark.engines.StoreFolder;

/** A file per record, in folders of some depth. See docs/engines/files.md. */
abstract class FilesEngine implements Engine {
    private static final int BLOCK = 4096;

    private final Traits traits;
    private final int depth;

    /**
     * @param depth how many levels of folders lie above the files
     */
    FilesEngine(String name, int depth) {
        Traits.Builder builder = Traits.of(name, "GPL-2.0-only WITH Classpath-exception-2.0");
        if (depth > 0) {
            builder.choice(
                    "folders", "levels of folders and how many each has, by the key's last digits", "3x16", "2x256");
        }
        traits = builder.none(Survivors.ALL, "files are overwritten in place: a killed process may leave a torn one")
                .keeps(PROCESS, "a new file replaces the old one by renaming it")
                .keeps(POWER, "as at process, and file and folder are synchronised")
                .cannot(
                        "a folder lists its files in no order; sorting them means reading all of it",
                        SCAN,
                        REVERSE_SCAN)
                .cannot(TRANSACTIONS, "each put takes effect at once, a batch is not atomic")
                .can(CONCURRENT_WRITES, "by the file system's locks on folders")
                .cannot("needs a file system", BLOCK_DEVICE, DIRECT_IO_DEVICE)
                .cannot(DIRECT_IO_FILE, "files of less than a block")
                .cannot(MMAP, "mapping a file costs more than to read it")
                .cannot(CHECKSUMS, "as the file system has them")
                .cannot("as the file system has it", ENCRYPTION, COMPRESSION)
                .build();
        this.depth = depth;
    }

    /** The releases of kernel and Java, without who built them: {@code machine.json} has that. */
    @Override
    public final String version() {
        String kernel = System.getProperty("os.version").replaceFirst("[-+].*", "");
        String java = Runtime.version().toString().replaceFirst("[-+].*", "");
        return "files of " + System.getProperty("os.name") + " " + kernel + ", Java " + java;
    }

    @Override
    public final Traits traits() {
        return traits;
    }

    /** Each file takes whole blocks, and its name some bytes in a folder; space for inodes is mostly reserved. */
    @Override
    public final long diskBytes(StoreSpec spec) {
        long blocks = (long) Math.ceil(Math.max(1, spec.records().meanValueBytes()) / BLOCK);
        return spec.entries() * (blocks * BLOCK + 128) + (64L << 20);
    }

    @Override
    public final Store open(StoreSpec spec) throws Exception {
        Path directory = StoreFolder.of(spec, FilesStore.FOLDER);
        boolean wide = spec.setting("folders", "3x16").equals("2x256");
        return DirectoryLock.hold(directory, () -> new FilesStore(spec, wide ? 2 : depth, wide ? 2 : 1, directory));
    }
}
