package storemark.engines.files;

/** A file per record, in three levels of sixteen folders each. See docs/engines/files.md. */
public final class FilesNestedEngine extends FilesEngine {
    public FilesNestedEngine() {
        super("files-nested", 3);
    }
}
